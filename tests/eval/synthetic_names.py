"""Made-up names with known truth: mistyped, shortened and turned round, and others that only look alike."""

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

SYLLABLES = [
    "ka",
    "la",
    "mo",
    "ren",
    "ri",
    "to",
    "ste",
    "mi",
    "ba",
    "sa",
    "lu",
    "gor",
    "ne",
    "lin",
    "tho",
    "ber",
    "vi",
    "du",
    "pra",
    "wi",
    "shi",
    "cha",
    "ol",
    "fen",
    "zar",
    "quil",
]
ENDS = ["n", "son", "ka", "ter", "ez", "man", "ski", "ley", "ra", "dt", "us", "el"]
STREETS = ["Road", "Street", "Lane", "Avenue"]
CITIES = ["Ashford", "Brinmore", "Caldwell", "Denholm", "Eastmere", "Fairlight"]
BRANDS = ["Sonara", "Boltec", "Kravix", "Lumen", "Panoria"]
THINGS = ["Turntable", "Speaker", "Camera", "Microwave", "Headphone", "Printer", "Monitor", "Dishwasher"]
COLOURS = ["Black", "White", "Silver", "Red", "Blue"]


@dataclass
class Made:
    """Records as `resolve` takes them, in an order of chance; `owner` names each one's true entity."""

    records: list[dict[str, Any]] = field(default_factory=list)
    owners: list[int] = field(default_factory=list)

    def add(self, owner: int, name: str, attributes: dict[str, str]) -> None:
        """Adds a record."""
        self.records.append({"name": name, "attributes": attributes})
        self.owners.append(owner)

    def shuffled(self, chance: random.Random) -> "Made":
        """The same in another order."""
        order = list(range(len(self.records)))
        chance.shuffle(order)
        return Made([self.records[i] for i in order], [self.owners[i] for i in order])


def word(chance: random.Random) -> str:
    """A word like a name."""
    return "".join(chance.choice(SYLLABLES) for _ in range(2)) + chance.choice(ENDS)


def mistyped(text: str, chance: random.Random) -> str:
    """The text with one letter exchanged, left out, doubled or swapped with its neighbour."""
    at = chance.randrange(len(text) - 1)
    return chance.choice(
        (
            text[:at] + chance.choice("aeinst") + text[at + 1 :],
            text[:at] + text[at + 1 :],
            text[: at + 1] + text[at:],
            text[:at] + text[at + 1] + text[at] + text[at + 2 :],
        )
    )


def _person(chance: random.Random) -> dict[str, str]:
    born = f"19{chance.randrange(20, 99)}{chance.randrange(1, 13):02}{chance.randrange(1, 29):02}"
    street = f"{chance.randrange(1, 200)} {word(chance).title()} {chance.choice(STREETS)}"
    return {"born": born, "street": street, "phone": str(chance.randrange(10**7)), "city": chance.choice(CITIES)}


def _again(attributes: dict[str, str], chance: random.Random) -> dict[str, str]:
    """What another source knows of the same person: something missing, something mistyped."""
    copy = dict(attributes)
    copy.pop(chance.choice(list(copy)))
    changed = chance.choice(list(copy))
    return copy | {changed: mistyped(copy[changed], chance)}


def _other_spelling(name: str, chance: random.Random) -> str:
    given, surname = name.split()
    return chance.choice(
        (mistyped(name, chance), f"{surname}, {given}", name.upper(), f"{given} {surname} {word(chance)}")
    )


def people(count: int, seed: int) -> Made:
    """People, a third of them twice; with namesakes, and with families of one surname, street and phone."""
    chance, made = random.Random(seed), Made()
    for owner in range(0, count * 3, 3):
        name, attributes = f"{word(chance)} {word(chance)}", _person(chance)
        made.add(owner, name, attributes)
        kind = owner // 3 % 6
        if kind < 3:
            made.add(owner, _other_spelling(name, chance), _again(attributes, chance))
        elif kind == 3:
            made.add(owner + 1, name, _person(chance))
        elif kind == 4:
            relative = attributes | {"born": _person(chance)["born"]}
            made.add(owner + 2, f"{word(chance)} {name.split()[1]}", relative)
    return made.shuffled(chance)


def products(count: int, seed: int) -> Made:
    """Products of two shops that write the same model differently, beside models that differ in a digit or colour."""
    chance, made = random.Random(seed), Made()
    for owner, (brand, thing, letters, number) in enumerate(_models(count, chance)):
        colour = chance.choice(COLOURS)
        made.add(owner * 2, f"{brand} {colour} {thing} - {letters}{number}", {"price": str(chance.randrange(20, 900))})
        made.add(owner * 2, f"{brand} {letters}-{number} {thing} - {colour} - {letters}{number}", {})
        sibling = f"{brand} {colour} {thing} - {letters}{int(number) + 1}"
        made.add(owner * 2 + 1, sibling, {"price": str(chance.randrange(20, 900))})
    return made.shuffled(chance)


def _models(count: int, chance: random.Random) -> Iterator[tuple[str, str, str, str]]:
    for number in chance.sample(range(1_000, 1_000 + 10 * count, 10), count):
        letters = "".join(chance.choice("ABCDEFGHKLMPRSTVX") for _ in range(3))
        yield chance.choice(BRANDS), chance.choice(THINGS), letters, str(number)


def names(count: int, seed: int) -> list[str]:
    """Names alone, one in four a mistyped one of before."""
    chance = random.Random(seed)
    found: list[str] = []
    while len(found) < count:
        again = found and chance.random() < 0.25
        found.append(
            mistyped(chance.choice(found), chance) if again else f"{word(chance)} {word(chance)} {word(chance)}"
        )
    return found
