"""Whom a pronoun means."""

from oxgraph.extraction.coreference import NEAR, SIZE, PronounRing


def test_the_only_one_who_was_named() -> None:
    ring = PronounRing()
    ring.mention("c", ("she",), "Anna")
    assert ring.resolve("c", "her") == "Anna"
    assert ring.resolve("c", "he") is None


def test_of_two_nobody() -> None:
    ring = PronounRing()
    ring.mention("c", ("she",), "Anna")
    ring.mention("c", ("she",), "Bea")
    assert ring.resolve("c", "she") is None


def test_the_near_one_goes_before_the_far_one() -> None:
    ring = PronounRing()
    ring.mention("c", ("she",), "Anna")
    for _ in range(NEAR + 1):
        ring.next_sentence()
    ring.mention("c", ("she",), "Bea")
    assert ring.resolve("c", "she") == "Bea"


def test_other_conversations_of_the_same_speaker_count_for_thirty() -> None:
    ring = PronounRing()
    ring.mention("first", ("she",), "Anna", speaker="Cleo")
    for number in range(SIZE - 1):
        assert ring.resolve(f"c{number}", "she", speaker="Cleo") == "Anna"
    assert ring.resolve("last", "she", speaker="Cleo") is None


def test_other_speakers_do_not_share_whom_they_named_elsewhere() -> None:
    ring = PronounRing()
    ring.mention("first", ("she",), "Anna", speaker="Cleo")
    assert ring.resolve("second", "she", speaker="Dan") is None
    assert ring.resolve("second", "she") is None


def test_the_ring_holds_thirty() -> None:
    ring = PronounRing()
    ring.mention("a", ("she",), "Anna", speaker="Cleo")
    for _ in range(SIZE):
        ring.mention("a", ("she",), "Bea", speaker="Cleo")
    assert ring.resolve("b", "she", speaker="Cleo") == "Bea"
