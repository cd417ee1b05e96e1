"""A small conversation of two people, and questions about it, in the LoCoMo format; ours, and true of nobody."""

import json
from pathlib import Path
from typing import Any

SAID = [
    (1, "Nadia", "Hi Tom! I finally adopted a greyhound, her name is Pixel."),
    (1, "Tom", "Congratulations! I am still busy with the pottery class on Tuesdays."),
    (1, "Nadia", "How is the pottery going?"),
    (1, "Tom", "I glazed a blue teapot for my grandmother."),
    (2, "Tom", "We booked the night train to Trieste for the chess tournament."),
    (2, "Nadia", "Pixel ate my hiking boots, so I will stay at home."),
    (2, "Tom", "Oh no! Did you plant the tomatoes after all?"),
    (2, "Nadia", "Yes, six tomato plants and some basil on the balcony."),
]
"""Session, speaker, text."""

ASKED = [
    ("What is the name of Nadia's greyhound?", ["D1:1"], "single_hop"),
    ("Which teapot did Tom glaze for his grandmother?", ["D1:4"], "single_hop"),
    ("What has Pixel the greyhound eaten?", ["D2:2"], "single_hop"),
    ("What grows on Nadia's balcony: basil and tomato plants?", ["D2:4"], "single_hop"),
    ("What does Tom do in his time: pottery class and chess tournament?", ["D1:2", "D2:1"], "multi_hop"),
    ("Which submarine did the astronaut paint?", ["D1:4"], "adversarial"),
    ("Who won the election of the senate?", ["D2:1"], "adversarial"),
    ("Is it warm?", [], "open_domain"),
]
"""Question, evidence, category."""


def turns(conversation: str) -> list[dict[str, Any]]:
    """The lines of the file of turns."""
    places: dict[int, int] = {}
    rows = []
    for session, speaker, text in SAID:
        places[session] = places.get(session, 0) + 1
        row = {"conversation": conversation, "session": session, "session_datetime": f"2024-03-0{session}T10:00:00"}
        rows.append(row | {"dia_id": f"D{session}:{places[session]}", "speaker": speaker, "text": text})
    return rows


def questions(conversation: str) -> list[dict[str, Any]]:
    """The lines of the file of questions."""
    common = {"conversation": conversation, "category": 1}
    return [
        common | {"id": f"{conversation}/q{n}", "question": question, "evidence": evidence, "category_name": category}
        for n, (question, evidence, category) in enumerate(ASKED)
    ]


def files(folder: Path, *conversations: str) -> tuple[list[str], list[str]]:
    """The files of turns and of questions of some conversations."""
    found: tuple[list[str], list[str]] = [], []
    for conversation in conversations:
        for rows, names, kind in ((turns(conversation), found[0], "turns"), (questions(conversation), found[1], "qa")):
            path = folder / f"{conversation}.{kind}.jsonl"
            path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
            names.append(str(path))
    return found
