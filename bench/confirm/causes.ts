// Why findings of labelled programs are not confirmed, as far as somebody has found out by reading the program and trying.

interface Cause {
  readonly words: string;
  /** No schedule of the program brings the threads of the finding side by side. */
  readonly byKind?: true;
}

const RELAXED: Cause = {
  words:
    'a race of the memory model only: a relaxed atomic keeps the accesses apart in every schedule, and what is missing is an order for the processor',
  byKind: true,
};

const ONE_THREAD: Cause = {
  words: 'one thread does both: that two may is what the language allows, not what this run-time library does',
  byKind: true,
};

const ONE_TEAM: Cause = {
  words:
    'libgomp runs the teams one after the other, so they never meet here; libomp does not, and with clang teams.race.c is confirmed',
};

const NO_CYCLE: Cause = { words: 'it hangs without a cycle of locks: there is no place to lead it to', byKind: true };

const SYSTEM: Cause = {
  words: 'one of the accesses is made by Node.js itself, between two looks of its event loop: no gate is there',
  byKind: true,
};

/** Of programs with another finding, which is confirmed: they count as they are. */
const PLAIN_HANDOVER: Cause = {
  words:
    'its second finding is a race of the memory model only: a plain access of the word that hands the data over keeps the accesses of the data apart in every schedule',
};

const SEVERAL_READS: Cause = {
  words:
    'the line of the read does other reads first: its thread stands at each of them, and in most runs the other one is let go before it comes to the one that matters',
};

const RUST_LOCK: Cause = { words: 'a lock of Rust is an atomic for the gate, which leads cycles of locks only' };

const NO_END: Cause = {
  words: 'without the steps by which it orders itself the program never ends, steered or not; with them it is confirmed',
};

const CAUSES: Readonly<Record<string, Cause>> = {
  'native/atomic.race.cpp': RELAXED,
  'native/cas-lock.race.c': RELAXED,
  'native/fence.race.c': RELAXED,
  'native/publish.race.c': RELAXED,
  'native/published-early.race.c': RELAXED,
  'openmp/no-taskwait.race.c': RELAXED,
  'rust/home-made-arc.race.rs': RELAXED,
  'rust/relaxed-flag.race.rs': RELAXED,
  'rust/spin-lock.race.rs': RELAXED,
  'native/fiber.race.c': ONE_THREAD,
  'openmp/one-thread-large-chunks.race.c': ONE_THREAD,
  'openmp/one-thread-two-chunks.race.c': ONE_THREAD,
  'openmp/one-thread-two-sections.race.c': ONE_THREAD,
  'openmp/one-thread-two-tasks.race.c': ONE_THREAD,
  'openmp/target-teams.race.c': ONE_THREAD,
  'openmp/teams.race.c': ONE_TEAM,
  'openmp/teams-critical.race.c': ONE_TEAM,
  'native/alone.deadlock.cpp': NO_CYCLE,
  'native/join-holding.deadlock.c': NO_CYCLE,
  'native/left-by-main.deadlock.c': NO_CYCLE,
  'native/lost-wake-up.deadlock.c': NO_CYCLE,
  'native/self.deadlock.c': NO_CYCLE,
  'native/too-few.deadlock.c': NO_CYCLE,
  'node/lost-notify.deadlock.mjs': NO_CYCLE,
  'node/lost-notify-pool.deadlock.mjs': NO_CYCLE,
  'node/self.deadlock.mjs': NO_CYCLE,
  'rust/nobody-sends.deadlock.rs': NO_CYCLE,
  'node/web-lock-one-agent.deadlock.mjs': {
    words: 'two callbacks of one thread wait for each other: there is no second thread to lead anywhere',
    byKind: true,
  },
  'node/file-handle.race.mjs': SYSTEM,
  'node/port-close.race.mjs': {
    words:
      'the port is closed by the event loop of the worker, after the write: no document promises it, and Node.js always does so',
    byKind: true,
  },
  'node/mixed-size-atomics.race.mjs': {
    words: 'two atomics of different sizes: a race of the memory model, and gates let two atomics pass',
    byKind: true,
  },
  'rust/opposite.deadlock.rs': RUST_LOCK,
  'rust/opposite.may-deadlock.rs': RUST_LOCK,
  'native/closed-file.race.c': SEVERAL_READS,
  'node/iterated-natively.race.mjs': SEVERAL_READS,
  'native/ring.race.c': PLAIN_HANDOVER,
  'node/web-lock-self.deadlock.mjs': NO_CYCLE,
  'node/web-lock-stolen.race.mjs': {
    words:
      'without the steps by which it orders itself the first thread comes to its access before it has started the worker: to hold it there keeps both away',
  },
  'native/replaced-file.race.c': SEVERAL_READS,
  'native/late-destructor.race.cpp': {
    words:
      'the first thread waits for the others before the program ends, which the gate takes for a standstill: it lets the worker go before the destructor comes',
  },
  'native/thread-handle.race.cpp': {
    words:
      'the write is in a library that was loaded by a link: the trace knows it by its file, the gate by the link, and so does not find the place',
  },
  'node/once-plain-check.race.mjs': PLAIN_HANDOVER,
  'node/ring-plain-index.race.mjs': PLAIN_HANDOVER,
  'node/ticket-lock-plain.race.mjs': PLAIN_HANDOVER,
  'node/spinlock-plain-unlock.race.mjs': {
    words:
      'a compare-and-exchange that fails is a read in the trace and a write for the gate, which so holds nobody there; the second finding is a race of the memory model only',
  },
  'node/try-lock-inside.race.mjs': NO_END,
  'node/in-part.deadlock.mjs': NO_END,
  'node/inversion-of-main.deadlock.mjs': {
    words:
      'without the steps by which it orders itself the first thread has both locks before the worker begins: the gate holds it where it waits for a lock, to which it never comes; with them it is confirmed',
  },
  'native/semaphores.deadlock.c': { words: 'semaphores belong to nobody, and the gate leads cycles of locks only' },
};

export function causeOf(program: string): Cause | undefined {
  return CAUSES[program];
}
