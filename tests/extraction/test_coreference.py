"""Whom a pronoun means."""

from oxgraph.extraction.coreference import NEAR, SIZE, UNNAMED, PronounRing


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


def test_in_its_own_sentence_only_who_stands_before_it() -> None:
    ring = PronounRing()
    ring.mention("c", ("he",), "Ben", at=4)
    assert ring.resolve("c", "he", before=0) is None
    assert ring.resolve("c", "he", before=5) == "Ben"
    ring.next_sentence()
    assert ring.resolve("c", "he", before=0) == "Ben"


def test_who_has_no_name_keeps_it_from_meaning_another_one() -> None:
    ring = PronounRing()
    ring.mention("c", ("he",), "Ben")
    ring.mention("c", ("he",), UNNAMED)
    assert ring.resolve("c", "he") is None


def test_who_gets_a_name_is_one_person() -> None:
    ring = PronounRing()
    ring.mention("c", ("she",), "Ana's wife")
    ring.rename("c", "Ana's wife", "Bea")
    ring.mention("c", ("she",), "Bea")
    assert ring.resolve("c", "she") == "Bea"


def test_the_ring_holds_thirty() -> None:
    ring = PronounRing()
    ring.mention("a", ("she",), "Anna", speaker="Cleo")
    for _ in range(SIZE):
        ring.mention("a", ("she",), "Bea", speaker="Cleo")
    assert ring.resolve("b", "she", speaker="Cleo") == "Bea"
