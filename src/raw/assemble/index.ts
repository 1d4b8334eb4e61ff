// Turns the recording of one process, a folder of raw logs, into a trace in the native format. A look at the logs, and two passes over them in
// the same merged order: the first finds what is shared, the second writes the events of that. docs/recording-format.md has the logs,
// docs/memory-model.md the meaning of what is written. Memory grows with the memory that the program touched, not with its run time.
// A recording in which no two accesses can race needs no trace: one pass says so (src/raw/screen).

import { InputError } from '../../base/error.ts';
import { withMemoryModel } from '../../trace/memory-model.ts';
import { INCOMPLETE, UNTIMED } from '../../trace/preservation.ts';
import type { Naming } from '../naming.ts';
import { missing, type RecordingFacts, whatStopped } from './completeness.ts';
import { type Dropped, Emission } from './emission.ts';
import { MOST_THREADS } from './granule.ts';
import { Merge } from './merge.ts';
import { Names } from './names.ts';
import type { Pause } from './pause.ts';
import { type Damage, type Scan, scan } from './scan.ts';
import { Survey } from './survey.ts';
import { TraceOutput } from './trace-output.ts';
import { unseenThreads } from './unseen-threads.ts';

export interface AssembleOptions extends RecordingFacts {
  /** Leave memory out that only one thread touches, or that nobody writes. */
  readonly sharedOnly: boolean;
  /** Turn atomics that act as mutexes into locks. */
  readonly liftLocks: boolean;
  /** Functions whose visits are atomic blocks, as patterns; the recorder must have been asked for visits. */
  readonly atomic?: readonly string[];
  /** Facts for the head of the trace. */
  readonly metadata?: ReadonlyMap<string, string>;
  /** The trace is read once and thrown away: it is not packed. */
  readonly temporary?: boolean;
  /** It is a part of a run: who ran only code that is not recorded cannot be told from it. */
  readonly isPart?: boolean;
  /** Called between slices of the work. */
  readonly pause?: Pause;
}

/** Where the trace goes: an `Output` is one. */
export interface Destination {
  write(bytes: Uint8Array): void;
  /** A promise if the caller should wait before it writes more. */
  drain?(): Promise<void> | undefined;
}

/** What became of a recording, for reports. */
export interface Assembled {
  readonly records: number;
  readonly events: number;
  readonly threads: number;
  readonly variables: number;
  readonly locks: number;
  /** Atomics that became locks. */
  readonly lockedAtomics: number;
  /** Visits of functions that are to be atomic; absent if there is no trace. */
  readonly visited?: number;
  readonly dropped: Readonly<Dropped>;
  /** Events that were left out or put in because the logs were cut. */
  readonly repaired: number;
  readonly damage: Readonly<Damage>;
  /** The recorder has ended the program, whose threads waited for ever. */
  readonly hung?: boolean;
  /** Why recording stopped before the program did. */
  readonly stopped: Scan['stopped'];
  /** In words, why the end of the run is missing; undefined if it is not. */
  readonly cut: string | undefined;
  /** In words, which threads ran code that is not recorded. */
  readonly unseen: string | undefined;
  /** Both, which is all that is missing of the run; undefined if nothing is. The head of the trace says it, too. */
  readonly incomplete: string | undefined;
}

/** Records between two looks at the destination. */
const SLICE = 1 << 18;

/** Shares of the time, as measured: the look at the logs, and the passes. */
const [LOOK, FIRST, SECOND] = [0.05, 0.4, 0.55];

/** The first look at a recording, for `assemble` and for src/raw/screen. `followed`: what is known to those who saw it grow. */
export async function look(folder: string, options: AssembleOptions, followed?: Scan): Promise<Scan> {
  const found = followed ?? (await scan(folder, (done) => options.pause?.(done * LOOK)));
  return { ...found, stopped: whatStopped(found, options) };
}

export async function assemble(
  folder: string,
  naming: Naming,
  options: AssembleOptions,
  destination: Destination,
  looked?: Scan,
): Promise<Assembled> {
  const { pause } = options;
  const recording = looked ?? (await look(folder, options));
  const { threads, records, damage, stopped } = recording;
  if (threads.length > MOST_THREADS)
    throw new InputError(
      'TRACE_TOO_LONG',
      { file: folder },
      `there are ${threads.length} threads`,
      `at most ${MOST_THREADS} can be told apart`,
    );
  const survey = new Survey(options, recording);
  const first = new Merge(recording, survey);
  while (first.run(SLICE)) await pause?.(LOOK + (FIRST * first.taken) / records);
  for (const _ of survey.end()) await pause?.(LOOK + FIRST);
  damage.outside = survey.shortened;

  const whole = completeness(recording, naming, options);
  const { incomplete } = whole;
  const metadata = withMemoryModel(options.metadata ?? new Map(), options.memoryModel ?? 'c11').set(UNTIMED, 'true');
  if (incomplete !== undefined) metadata.set(INCOMPLETE, incomplete);
  for (const { number, locals } of threads) naming.locals?.(number, locals);
  const names = new Names(naming, threads);
  const write = (bytes: Uint8Array): void => destination.write(bytes);
  const output = new TraceOutput({ symbols: names.symbols, write, metadata, plain: options.temporary });
  const emission = new Emission(recording, survey, names, output, options.atomic);
  const second = new Merge(recording, emission);
  while (second.run(SLICE)) {
    await destination.drain?.();
    await pause?.(LOOK + FIRST + (SECOND * second.taken) / records);
  }
  emission.end();
  output.end();
  await destination.drain?.();
  const { symbols } = names;
  return {
    records,
    events: output.events,
    threads: threads.length,
    variables: symbols.variables.size,
    locks: symbols.locks.size,
    lockedAtomics: emission.lifted.count,
    visited: emission.blocks.visited,
    dropped: emission.dropped,
    repaired: output.repaired,
    damage,
    hung: threads.some(({ isStuck }) => isStuck),
    stopped,
    ...whole,
  };
}

/** In words, what is missing of the run. */
export function completeness(
  recording: Scan,
  naming: Naming,
  options: AssembleOptions,
): Pick<Assembled, 'cut' | 'unseen' | 'incomplete'> {
  const cut = missing(recording, options);
  const unseen = options.isPart ? undefined : unseenThreads(recording.threads, naming);
  return { cut, unseen, incomplete: [cut, unseen].filter((words) => words !== undefined).join('; ') || undefined };
}
