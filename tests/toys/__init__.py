"""Toy games for the tests of the conformance kit: a sound one, and it again with one fault each."""
