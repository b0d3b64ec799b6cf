"""Reports of a tournament: columns, exports, text tables, charts and an HTML page."""
