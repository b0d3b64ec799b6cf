"""The full-screen game and the full-screen replay (extra ``play``)."""
