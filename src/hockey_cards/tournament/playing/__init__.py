"""Playing deals: settings, players and their seats, supervised games, worker processes and executors."""
