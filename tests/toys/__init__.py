"""A toy game for the tests of the conformance kit, and copies of it with one fault each."""
