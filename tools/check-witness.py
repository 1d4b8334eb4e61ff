#!/usr/bin/env python3
"""Checks the witnesses of foretrace: proofs that a program has data races or deadlocks.

    python3 tools/check-witness.py TRACE REPORT.json
    python3 tools/check-witness.py TRACE --schedule FILE

TRACE is a trace in STD format. REPORT.json is what `foretrace analyze TRACE --format json` prints: every witness in it is checked.
FILE is one schedule in STD format, as `foretrace explain TRACE ID --schedule FILE` writes it. The exit status is 0 if every witness is
a correct reordering of the trace that ends in a race or in a deadlock, 1 if one is not, 2 for wrong usage or files that cannot be read.

This program is written from docs/witness.md and shares nothing with foretrace, not even the language. It needs Python 3.8 and nothing
else. Read it: whoever wants to know what a proof of foretrace is worth need only trust these lines.
"""

import json
import sys
from collections import Counter, namedtuple

READS = {"r": "plain", "vr": "atomic", "rr": "atomic"}
WRITES = {"w": "plain", "vw": "atomic", "rw": "atomic"}
ACCESSES = {**READS, **WRITES}
OTHERS = {"acq", "rel", "racq", "rrel", "fork", "join", "wait", "notify", "benter", "bexit", "alloc", "begin", "end"} | {"req", "reqjoin", "try", "stuck"}

Event = namedtuple("Event", "thread op target")


class Unreadable(Exception):
    """The file is not what it should be."""


class Refused(Exception):
    """The schedule proves nothing, and why."""


def read_std(path):
    with open(path, encoding="utf-8-sig", newline="") as file:
        return events_of(file.read(), path)


def events_of(text, path):
    """The events of an STD file: `thread|operation(target)|location`, a line each; blank lines and comments are passed over."""
    events = []
    for number, line in enumerate(text.split("\n"), 1):
        line = line[:-1] if line.endswith("\r") else line
        if line.strip(" \t\v\f\r") == "" or line.lstrip(" \t\v\f\r").startswith("#"):
            continue
        thread, _, rest = line.partition("|")
        action = rest.split("|")[0]
        op, bracket, target = action.partition("(")
        bare = bracket == "" and op in ("begin", "end")
        if op not in ACCESSES and op not in OTHERS or not (bare or target.endswith(")")):
            raise Unreadable(f"{path}:{number}: this is no event: {ascii(line[:80])}")
        events.append(Event(thread, op, target[:-1]))
    return events


class Trace:
    """What the recorded run fixes for every other run of the same program with the same inputs."""

    def __init__(self, events):
        self.events = events
        self.place = []  # per event: how many events its thread did before it
        self.count = Counter()  # per thread: how many events it has
        self.cell = {}  # access -> its memory: the variable, and how often that was allocated before
        self.saw = {}  # read -> the write whose value it saw, or None
        self.fork = {}  # thread -> its fork
        self.woken = {}  # acquire that ends a wait -> the wait and the notify that woke it, or None
        self.round = {}  # barrier event -> its round
        self.arrivals = Counter()  # round -> how many arrive in it; a round is (barrier, number)
        allocations, last_write, sleeping = Counter(), {}, {}
        rounds, is_open, inside = Counter(), {}, {}
        for e, (thread, op, target) in enumerate(events):
            self.place.append(self.count[thread])
            self.count[thread] += 1
            if op in ACCESSES:
                self.cell[e] = (target, allocations[target])
                if op in READS:
                    self.saw[e] = last_write.get(self.cell[e])
                else:
                    last_write[self.cell[e]] = e
            elif op == "alloc":
                allocations[target] += 1
            elif op == "fork":
                self.fork[target] = e
            elif op == "wait":
                sleeping[thread] = (target, e, None)
            elif op == "notify":  # the last notify before it goes on is the one that woke it
                for sleeper, (lock, wait, _) in sleeping.items():
                    if lock == target:
                        sleeping[sleeper] = (lock, wait, e)
            elif op == "acq" and thread in sleeping and sleeping[thread][0] == target:
                self.woken[e] = sleeping.pop(thread)[1:]
            elif op == "benter":  # a round takes arrivals until somebody leaves it
                if not is_open.get(target):
                    rounds[target] += 1
                    is_open[target] = True
                self.round[e] = inside[thread] = (target, rounds[target])
                self.arrivals[self.round[e]] += 1
            elif op == "bexit":
                if thread not in inside:
                    raise Unreadable(f"event {e} leaves a barrier that its thread has not entered")
                self.round[e] = inside.pop(thread)
                if self.round[e][1] == rounds[target]:
                    is_open[target] = False


def check(trace, schedule, cycle=None):
    """Replays the schedule, a list of positions in the trace. Raises Refused unless it proves a race between its last two events or, if
    acquires are given, a deadlock of them: each waits for a lock that the thread of the next one holds."""
    if cycle is None and len(schedule) < 2:
        raise Refused("it has no two accesses")
    done = {}  # event -> its step
    progress = Counter()  # thread -> how many of its events are done
    memory = {}  # cell -> the write that it holds
    holder, readers = {}, {}  # lock -> (thread, how often); lock -> thread -> how often
    asleep = {}  # thread in a wait -> how often it held the lock
    arrived = Counter()  # round -> how many have arrived
    for step, e in enumerate(schedule):

        def need(condition, reason):
            if not condition:
                raise Refused(f"step {step}, event {e}: {reason}")

        need(type(e) is int and 0 <= e < len(trace.events), "the trace has no such event")
        thread, op, target = trace.events[e]
        # A prefix of every thread, each event at most once; a thread runs after its fork.
        need(trace.place[e] == progress[thread], "this is not the next event of its thread")
        need(thread not in trace.fork or trace.fork[thread] in done, "its thread is not forked yet")
        if op in READS:  # Every read but a racing one sees the write that it saw.
            racing = cycle is None and step >= len(schedule) - 2
            need(racing or memory.get(trace.cell[e]) == trace.saw[e], "it would read another value than in the trace")
        elif op in WRITES:
            memory[trace.cell[e]] = e
        elif op == "acq":  # A lock is held by one thread at a time, as often as it took it.
            owner, depth = holder.get(target, (thread, 0))
            need(owner == thread, "another thread holds the lock")
            need(set(readers.get(target, ())) <= {thread}, "another thread holds the lock as a reader")
            if e in trace.woken:  # Who waits goes on after the notify that woke it, which comes after the wait.
                wait, notify = trace.woken[e]
                need(notify is None or done.get(notify, -1) > done[wait], "nobody has ended the wait")
            holder[target] = (thread, depth + asleep.pop(thread, 1))
        elif op == "racq":  # Readers may share it with readers.
            need(holder.get(target, (thread, 0))[0] == thread, "another thread holds the lock")
            readers.setdefault(target, Counter())[thread] += 1
        elif op == "rel":
            need(holder.get(target, (None, 0))[0] == thread, "its thread does not hold the lock")
            holder[target] = (thread, holder[target][1] - 1)
            if holder[target][1] == 0:
                del holder[target]
        elif op == "rrel":
            need(readers.get(target, Counter())[thread] > 0, "its thread does not hold the lock as a reader")
            readers[target][thread] -= 1
            if readers[target][thread] == 0:
                del readers[target][thread]
        elif op == "wait":
            need(holder.get(target, (None, 0))[0] == thread, "its thread does not hold the lock")
            asleep[thread] = holder.pop(target)[1]
        elif op == "join":  # A join comes after all that the joined thread did.
            need(target not in trace.fork or trace.fork[target] in done, "the joined thread is not forked yet")
            need(progress[target] == trace.count[target], "the joined thread has not ended")
        elif op == "benter":  # A round begins after all have arrived in the one before.
            before = (target, trace.round[e][1] - 1)
            need(arrived[before] == trace.arrivals[before], "the round before is not complete")
            arrived[trace.round[e]] += 1
        elif op == "bexit":  # A barrier is left after all who arrived in that round.
            need(arrived[trace.round[e]] == trace.arrivals[trace.round[e]], "somebody has not arrived at the barrier")
        done[e] = step
        progress[thread] += 1
    if cycle is None:
        check_race(trace, schedule)
    else:
        check_deadlock(trace, cycle, done, progress, holder, readers)


def check_race(trace, schedule):
    first, second = (trace.events[e] for e in schedule[-2:])
    if first.op not in ACCESSES or second.op not in ACCESSES:
        raise Refused("its last two events are not both accesses")
    if trace.cell[schedule[-2]] != trace.cell[schedule[-1]]:
        raise Refused("its last two accesses are not of the same memory")
    if first.thread == second.thread:
        raise Refused("its last two accesses are of one thread")
    if first.op in READS and second.op in READS:
        raise Refused("its last two accesses are both reads")
    if "plain" not in (ACCESSES[first.op], ACCESSES[second.op]):
        raise Refused("its last two accesses are both atomic")


def check_deadlock(trace, cycle, done, progress, holder, readers):
    if len(cycle) < 2 or not all(type(e) is int and 0 <= e < len(trace.events) for e in cycle):
        raise Refused("its cycle has no two events of the trace")
    threads, locks = [trace.events[e].thread for e in cycle], [trace.events[e].target for e in cycle]
    if len(set(threads)) < len(cycle) or len(set(locks)) < len(cycle):
        raise Refused("its cycle has a thread or a lock twice")
    for e, thread, lock, other in zip(cycle, threads, locks, threads[1:] + threads[:1]):
        op = trace.events[e].op
        if op not in ("acq", "racq") or trace.place[e] != progress[thread]:
            raise Refused(f"event {e} is not an acquire that its thread does next")
        last = next((trace.events[d] for d in range(e - 1, -1, -1) if trace.events[d].thread == thread), None)
        if last == Event(thread, "try", lock):
            raise Refused(f"event {e} does not wait for ever")
        if e in trace.woken and trace.woken[e][1] is not None and done.get(trace.woken[e][1], -1) < done[trace.woken[e][0]]:
            raise Refused(f"nobody has ended the wait before event {e}")
        # A writer keeps everybody out, a reader the writers.
        if holder.get(lock, (None, 0))[0] != other and not (op == "acq" and other in readers.get(lock, ())):
            raise Refused(f"event {e} does not wait for the next thread of the cycle")


def positions_of(trace, steps):
    """The events of a schedule in the trace: the i-th of a thread in the one is the i-th of that thread in the other. Also, of a schedule
    that ends in a deadlock, the acquires that its last events request; they are not part of it."""
    of_thread, taken = {}, Counter()
    for e, event in enumerate(trace.events):
        of_thread.setdefault(event.thread, []).append(e)
    schedule, cycle = [], []
    for step, event in enumerate(steps):
        own = of_thread.get(event.thread, [])
        following = trace.events[own[taken[event.thread]]] if taken[event.thread] < len(own) else None
        asked = [Event(event.thread, op, event.target) for op in ("acq", "racq")] if event.op == "req" else []
        if following is None or following != event and following not in asked or cycle and following not in asked:
            raise Refused(f"step {step}: the thread does not do this next in the trace: {ascii(tuple(event))}")
        (cycle if following in asked else schedule).append(own[taken[event.thread]])
        taken[event.thread] += 1
    return schedule, cycle or None


def positions(written):
    """A pair stands for all positions from its first to its last."""
    whole = []
    for one in written:
        if isinstance(one, list) and one[1] - one[0] > 2**32:
            raise ValueError("a run of positions is longer than any trace")
        whole.extend(range(one[0], one[1] + 1) if isinstance(one, list) else [one])
    return whole


def witnesses(path):
    """What a report claims: (name, the two accesses of a race or the acquires of a deadlock, schedule)."""
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    claims = [(str(finding["id"]), finding) for finding in report["findings"]]
    for detector in report["detectors"]:
        claims += [(f"{detector['id']}, race {i}", race) for i, race in enumerate(detector["races"])]
        claims += [(f"{detector['id']}, deadlock {i}", found) for i, found in enumerate(detector.get("deadlocks", []))]
    for name, claim in claims:
        if claim["witness"] is None or claim.get("type") == "atomicity":
            continue
        if "cycle" in claim:
            yield name, [step["index"] for step in claim["cycle"]], positions(claim["witness"])
        else:
            yield name, {claim["first"]["index"], claim["second"]["index"]}, positions(claim["witness"])


def main(arguments):
    if len(arguments) == 3 and arguments[1] == "--schedule":
        given = [(arguments[2], None, None)]
    elif len(arguments) == 2 and not any(word.startswith("-") for word in arguments):
        given = None
    else:
        print(__doc__, file=sys.stderr)
        return 2
    accepted = refused = 0
    try:
        trace = Trace(read_std(arguments[0]))
        steps = read_std(arguments[2]) if given else None
        for name, events, schedule in given or list(witnesses(arguments[1])):
            try:
                cycle = events if isinstance(events, list) else None
                if schedule is None:
                    schedule, cycle = positions_of(trace, steps)
                check(trace, schedule, cycle)
                if isinstance(events, set) and events != set(schedule[-2:]):
                    raise Refused("it ends with other accesses than those of the race")
                accepted += 1
            except Refused as reason:
                refused += 1
                print(f"{ascii(name)} proves nothing: {reason}")
    except (OSError, UnicodeDecodeError, Unreadable) as error:
        print(f"check-witness: {ascii(str(error))}", file=sys.stderr)
        return 2
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        print(f"check-witness: {ascii(arguments[1])} is no report: {ascii(repr(error))}", file=sys.stderr)
        return 2
    print(f"{accepted} of {accepted + refused} witnesses are correct reorderings that end in a race or in a deadlock")
    return 1 if refused else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
