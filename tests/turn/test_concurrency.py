"""Works side by side, with threads and with tasks: what came of each, and how long anybody waits."""

import asyncio
import subprocess
import sys
import threading
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path
from typing import Any

import pytest

from oxgraph.client import concurrency
from oxgraph.client.concurrency import AsyncBackgroundTasks, BackgroundTasks, Outcome, run_in_thread_within
from oxgraph.errors import InvalidInput
from tests.fixtures.forks import in_a_fork
from tests.fixtures.signals import Late, a_signal_at

Work = Callable[[], Any]
Together = Callable[[Mapping[str, tuple[float, Work]]], dict[str, Outcome]]


def in_tasks(works: Mapping[str, tuple[float, Work]]) -> dict[str, Outcome]:
    """The same with tasks; the works are done in threads, as embedding is."""

    def awaited(work: Work) -> Callable[[], Awaitable[Any]]:
        async def run() -> Any:
            return await asyncio.to_thread(work)

        return run

    return asyncio.run(
        AsyncBackgroundTasks().run_concurrently(
            {name: (seconds, awaited(work)) for name, (seconds, work) in works.items()}
        )
    )


@pytest.fixture(params=[BackgroundTasks().run_concurrently, in_tasks], ids=["threads", "tasks"])
def together(request: pytest.FixtureRequest) -> Together:
    found: Together = request.param
    return found


def fail(error: Exception) -> Any:
    raise error


def test_each_has_its_value_or_its_error(together: Together) -> None:
    works: dict[str, tuple[float, Work]] = {
        "seven": (10, lambda: 7),
        "nothing": (10, lambda: None),
        "ours": (10, lambda: fail(InvalidInput(field="k", reason="is odd"))),
        "theirs": (10, lambda: fail(KeyError("k"))),
    }
    ended = together(works)
    assert list(ended) == list(works)
    assert (ended["seven"].value, ended["seven"].done, ended["seven"].why) == (7, True, "")
    assert (ended["nothing"].value, ended["nothing"].done) == (None, True)
    assert (ended["ours"].why, ended["ours"].done) == ("k: is odd", False)
    assert ended["theirs"].why == "KeyError: 'k'"


def test_they_run_at_once(together: Together) -> None:
    barrier = threading.Barrier(3)
    assert all(one.done for one in together(dict.fromkeys("abc", (10, lambda: barrier.wait(10)))).values())


def test_one_that_takes_too_long_is_left_to_itself(together: Together) -> None:
    going, done = threading.Event(), threading.Event()

    def slow() -> None:
        going.wait(10)
        done.set()

    began = time.monotonic()
    ended = together({"slow": (0.05, slow), "quick": (10, lambda: threading.Timer(0.3, going.set).start())})
    assert (ended["slow"].late, ended["slow"].done, ended["quick"].done) == (True, False, True)
    assert ended["slow"].why == "took longer than 0.05 s"
    assert time.monotonic() - began < 5
    assert done.wait(10)


def test_without_any_time_nothing_is_begun(together: Together) -> None:
    begun: list[int] = []
    ended = together({"never": (0, lambda: begun.append(1))})
    assert (ended["never"].late, ended["never"].elapsed_ms, begun) == (True, 0.0, [])
    assert ended["never"].why == "took longer than 0 s"


def test_nothing_at_all(together: Together) -> None:
    assert together({}) == {}


async def test_who_gives_up_gives_up_the_works() -> None:
    ended: list[str] = []

    async def long() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    task = asyncio.ensure_future(AsyncBackgroundTasks().run_concurrently({"long": (60, long)}))
    await asyncio.sleep(0.05)
    task.cancel()
    with pytest.raises(asyncio.CancelledError):
        await task
    await asyncio.sleep(0)
    assert ended == ["cancelled"]


async def test_what_is_done_aside_is_waited_for_at_the_end(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="oxgraph")
    done: list[str] = []

    async def fine() -> None:
        await asyncio.sleep(0.05)
        done.append("fine")

    async def broken() -> None:
        raise KeyError("aside")

    beside = AsyncBackgroundTasks()
    beside.spawn(fine)
    beside.spawn(broken)
    assert not done
    await beside.close()
    assert done == ["fine"]
    assert "background work failed: KeyError: 'aside'" in caplog.text


def test_in_threads_too(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="oxgraph")
    begun, going, done = threading.Event(), threading.Event(), threading.Event()

    def slow() -> None:
        begun.set()
        going.wait(10)
        time.sleep(0.05)
        done.set()

    beside = BackgroundTasks()
    beside.spawn(lambda: fail(KeyError("aside")))
    beside.spawn(slow)
    assert begun.wait(10)
    assert not done.is_set()
    going.set()
    beside.close()
    assert done.is_set()
    assert "background work failed: KeyError: 'aside'" in caplog.text


def test_what_a_work_starts_is_waited_for_too() -> None:
    going = threading.Event()
    done: list[str] = []
    beside = BackgroundTasks()

    def last() -> None:
        time.sleep(0.05)
        done.append("thread")

    def first() -> None:
        going.wait(10)
        beside.spawn(last)

    beside.spawn(first)
    threading.Timer(0.05, going.set).start()
    beside.close()
    assert done == ["thread"]

    async def tasks() -> None:
        aside = AsyncBackgroundTasks()

        async def second() -> None:
            await asyncio.sleep(0.01)
            done.append("task")

        async def begin() -> None:
            await asyncio.sleep(0.01)
            aside.spawn(second)

        aside.spawn(begin)
        await aside.close()

    asyncio.run(tasks())
    assert done == ["thread", "task"]


@pytest.mark.parametrize("late", [False, True])
def test_what_never_ends_is_given_up(late: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("oxgraph.client.concurrency.CLOSE_SECONDS", 0.05)
    going, given_up = threading.Event(), []
    beside = BackgroundTasks()
    beside.run_concurrently({"slow": (0.01, lambda: going.wait(10))}) if late else beside.spawn(lambda: going.wait(10))
    beside.close()
    going.set()

    async def forever() -> None:
        try:
            await asyncio.sleep(60)
        except asyncio.CancelledError:
            given_up.append(True)
            raise

    async def tasks() -> None:
        beside = AsyncBackgroundTasks()
        if late:
            await beside.run_concurrently({"slow": (0.01, forever)})
        else:
            beside.spawn(forever)
        await beside.close()
        await asyncio.sleep(0)

    asyncio.run(tasks())
    assert given_up == [True]


def test_a_signal_leaves_no_work_that_neither_begins_nor_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where a thread was being started, `close` had waited for it in vain, and the work had been lost."""
    monkeypatch.setattr(concurrency, "_threads", concurrency._Threads())
    begun, left = list[int](), [0]

    def work() -> None:
        going.wait(10)
        begun.append(step)

    step = 0
    while left[0] <= 0:
        step, going, beside = step + 1, threading.Event(), BackgroundTasks()
        concurrency._threads._waiting.clear()  # a new thread is started
        begun.clear()
        with suppress(Late), a_signal_at(step) as left:
            beside.spawn(work)
        known = list(beside._going)
        going.set()
        beside.close()
        assert [one.done() for one in known] == [True for _ in begun], step
    assert (step > 20, begun) == (True, [step])


def thread(_: object = None) -> threading.Thread:
    return threading.current_thread()


def test_a_thread_is_kept_for_the_next_work(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = concurrency._Threads()
    monkeypatch.setattr(concurrency, "_threads", threads)
    first = run_in_thread_within(10, thread, None)
    assert first is not thread()
    waiting(threads, 1)
    assert run_in_thread_within(10, thread, None) is first
    waiting(threads, 1)
    with pytest.raises(KeyError):
        run_in_thread_within(10, fail, KeyError("k"))
    waiting(threads, 1)
    assert run_in_thread_within(10, thread, None) is first
    barrier = threading.Barrier(2)
    ended = BackgroundTasks().run_concurrently(dict.fromkeys("ab", (10, lambda: (barrier.wait(10), thread())[1])))
    assert {one.value for one in ended.values()} > {first}


def test_a_kept_thread_has_nothing_of_the_work_before(monkeypatch: pytest.MonkeyPatch) -> None:
    threads, said = concurrency._Threads(), ContextVar("said", default="nothing")
    monkeypatch.setattr(concurrency, "_threads", threads)
    first = run_in_thread_within(10, lambda value: (said.set(value), thread())[1], "something")
    waiting(threads, 1)
    assert run_in_thread_within(10, lambda _: (said.get(), thread()), None) == ("nothing", first)


def test_a_thread_without_work_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    threads = concurrency._Threads()
    monkeypatch.setattr(concurrency, "_threads", threads)
    monkeypatch.setattr(concurrency, "IDLE_SECONDS", 0.0)
    first = run_in_thread_within(10, thread, None)
    assert first is not None
    first.join(10)
    assert not first.is_alive()
    assert run_in_thread_within(10, thread, None) not in (None, first)


def test_a_forked_process_starts_threads_of_its_own() -> None:
    assert run_in_thread_within(10, thread, None) is not None
    assert in_a_fork(lambda: run_in_thread_within(5, thread, None) is not None) == "True"


def waiting(threads: concurrency._Threads, count: int) -> None:
    """A work's result is there a moment before its thread waits again."""
    until = time.monotonic() + 10
    while len(threads._waiting) != count and time.monotonic() < until:
        time.sleep(0.001)
    assert len(threads._waiting) == count


AT_THE_END = """
from oxgraph.client.concurrency import run_in_thread_within
from oxgraph.models.minilm import MiniLMEmbedder

model = MiniLMEmbedder()
model.embed("The model is loaded.")
assert run_in_thread_within(0.02, model.embed_many, [f"{number} boxes" for number in range(200)]) is None
"""


def test_a_program_that_ends_while_a_model_works_is_not_aborted() -> None:
    ended = subprocess.run([sys.executable, "-c", AT_THE_END], capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stderr) == (0, "")


FORKED = """
import multiprocessing, os, sys
from oxgraph.client.concurrency import BackgroundTasks


def work(told):
    def behind():
        told.recv()
        print("done", flush=True)

    BackgroundTasks().spawn(behind)
    told.send("begun")


if __name__ == "__main__":
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context(sys.argv[1]).Process(target=work, args=(there,))
    process.start()
    here.recv()
    process.join(0.5)
    here.send("go on")
    process.join()
"""
"""Its process ends as soon as it may, before the work in the background goes on."""


@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_a_process_of_a_pool_ends_behind_its_background_work(method: str, tmp_path: Path) -> None:
    """One that was forked had ended without what was stored behind the reply."""
    (program := tmp_path / "program.py").write_text(FORKED)
    command = [sys.executable, str(program), method]
    ended = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, "done\n", "")
