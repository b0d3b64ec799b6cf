"""The promises that the conformance kit checks, and the checks themselves."""
