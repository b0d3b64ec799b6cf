"""Statistics of tallies: confidence intervals, Elo ratings and the sequential probability ratio test."""
