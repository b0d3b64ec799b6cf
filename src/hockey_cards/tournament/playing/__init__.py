"""Playing deals: players at their seats, supervised games, worker processes and executors."""
