"""Players that misbehave, for tests of programs that run games for others."""
