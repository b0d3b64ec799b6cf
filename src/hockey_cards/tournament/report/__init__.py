"""Results as columns, files, text tables, plots and HTML."""
