"""The commands, in a module for each subject."""
