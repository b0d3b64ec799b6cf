"""The command that plays tournaments."""
