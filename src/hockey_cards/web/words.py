"""The words of the front end: labels of buttons and fields, and notices, by the keys that the page knows them by."""

from __future__ import annotations

from typing import Final

from hockey_cards.language import Language, translatable

_WORDS: Final = {
    "title": translatable("Hockey with cards"),
    "game": translatable("Game"),
    "how-to-play": translatable("How to play"),
    "language": translatable("Language"),
    "open": translatable("Open a table"),
    "open-now": translatable("Deal the cards"),
    "tables": translatable("Tables"),
    "no-tables": translatable("There is no open table."),
    "your-name": translatable("Your name"),
    "seats": translatable("The other seats"),
    "person": translatable("a person"),
    "house": translatable("House rules"),
    "per-move": translatable("Seconds for each move"),
    "per-game": translatable("Minutes for all moves"),
    "no-limit": translatable("no limit"),
    "public": translatable("Show the table to everybody"),
    "join": translatable("Join"),
    "watch": translatable("Watch"),
    "watching": translatable("You are watching."),
    "your-turn": translatable("Your turn"),
    "moves": translatable("Your moves"),
    "keys": translatable("Arrow keys and digits choose a move, Enter plays it."),
    "events": translatable("What happened"),
    "picture": translatable("The table"),
    "undo": translatable("Take back"),
    "agree": translatable("Agree"),
    "refuse": translatable("Refuse"),
    "leave": translatable("Let a bot play"),
    "return": translatable("Take your seat again"),
    "forfeit": translatable("Give up"),
    "forfeit-sure": translatable("Give up the game?"),
    "rematch": translatable("Play again"),
    "record": translatable("Download the record"),
    "invite": translatable("Link for the other players"),
    "your-link": translatable("Your own link, for another device; keep it to yourself"),
    "copy": translatable("Copy"),
    "copied": translatable("Copied"),
    "lobby": translatable("To the tables"),
    "commitment": translatable("Commitment to the shuffle"),
    "seed": translatable("Seed of the shuffle"),
    "waiting": translatable("Waiting for the other players"),
    "away": translatable("away"),
    "four-colours": translatable("Four colours for the suits"),
    "lost": translatable("The connection is lost; trying again ..."),
    "ends": translatable("Nobody has moved for long: this table will close soon."),
}

_REFUSALS: Final = {
    "stale": translatable("The table has changed since; look again."),
    "not-your-turn": translatable("It is not your turn."),
    "bot-plays": translatable("A bot plays for you: take your seat again first."),
    "game-over": translatable("The game is over."),
    "illegal": translatable("The rules do not allow this move."),
    "not-a-move": translatable("This is not a move."),
    "no-move": translatable("You have made no move that you could take back."),
    "undo-too-late": translatable("Somebody has played since: the move cannot be taken back."),
    "card-shown": translatable("Your move has shown a card: it cannot be taken back."),
    "no-request": translatable("Nobody has asked to take a move back."),
    "time-over": translatable("Your time has run out."),
    "waiting": translatable("The game begins when all seats are taken."),
    "no-table": translatable("There is no such table, or it has been closed."),
    "no-seat": translatable("This link does not belong to a seat of this table."),
    "full": translatable("All seats are taken."),
    "too-many": translatable("There are too many tables or people here now: try again later."),
    "too-fast": translatable("Too many messages at once: wait a moment."),
    "spectator": translatable("Only players can do this."),
    "not-stored": translatable("The move could not be stored, and was not made: try again later."),
    "not-over": translatable("The game is not over."),
    "protocol": translatable("The page is older or newer than the server: load it again."),
}
_OTHERWISE: Final = translatable("This is not possible now.")


def words(language: Language) -> dict[str, str]:
    """Return the words of the front end in a language, by key."""
    return {key: language.say(text) for key, text in _WORDS.items()}


def refusal(code: str, language: Language) -> str:
    """Return why something was refused, by the code of the error."""
    return language.say(_REFUSALS.get(code, _OTHERWISE))
