"""The mapping that keeps a limited number of entries."""

from oxgraph.newest import Newest


def test_the_entries_that_were_set_last_are_kept() -> None:
    kept: Newest[str, int] = Newest(2)
    kept["a"], kept["b"] = 1, 2
    kept["a"] = 3  # set again, so that "b" is the oldest
    kept["c"] = 4
    assert kept == {"a": 3, "c": 4}


def test_more_entries_at_once_than_it_keeps() -> None:
    kept: Newest[int, int] = Newest(3)
    kept.update({number: number for number in range(10)})
    kept |= {10: 10}
    assert list(kept) == [8, 9, 10]
