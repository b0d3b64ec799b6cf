"""The promises that the conformance kit checks."""
