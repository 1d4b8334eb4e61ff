// From the raw logs of a run to the traces of its processes, with remarks on what happened: what `run`, `record` and `assemble` share.

import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { InputError } from '../base/error.ts';
import { startOf } from '../base/process-mark.ts';
import { turn } from '../base/turn.ts';
import type { Input } from '../formats/input.ts';
import { type RecordingFacts, whyStopped } from '../raw/assemble/completeness.ts';
import { type Assembled, assemble, type Destination, look } from '../raw/assemble/index.ts';
import { MemoryOutput } from '../raw/assemble/memory-output.ts';
import { safeNaming } from '../raw/naming.ts';
import { screened } from '../raw/screen/index.ts';
import type { Ending } from '../record/program.ts';
import { type RecordedProcess, recordedProcesses, stillRuns, toolsIn, unrecorded } from '../record/recording.ts';
import { type StillRunning, stillRunning } from '../record/still-running.ts';
import type { ReductionMethod } from '../reduce/index.ts';
import { listed } from '../report/words.ts';
import { reducedMetadata } from '../trace/preservation.ts';
import { testsMetadata } from '../trace/tests.ts';
import { onOff, type Values } from './option.ts';
import { Progress } from './progress.ts';
import { remarkLeft, remarkOn, remarkTools } from './recording-remarks.ts';
import { type Reduced, reduceFile } from './reducing.ts';
import type { Screening } from './screening.ts';
import type { Session } from './session.ts';
import { writing } from './writing.ts';

/** How raw logs become a trace. */
export const assemblingOptions = {
  sharedOnly: { ...onOff, help: 'leave out memory that only one thread touches or nobody writes' },
  liftLocks: { ...onOff, help: 'show atomics that provably act as a mutex as a lock' },
  atomic: {
    kind: 'text',
    value: 'function',
    repeat: true,
    help: 'each visit of functions of this name is an atomic block, for --detector atomicity; * is anything',
  },
} as const;

export interface RecordedTrace {
  readonly process: RecordedProcess;
  readonly path: string;
  readonly counts: Assembled;
  /** The trace itself, if there was no room for the file. */
  readonly input?: Input | undefined;
  /** There is none: no two accesses can race. */
  readonly screened?: true;
}

export interface Recording {
  readonly traces: readonly RecordedTrace[];
  /** Something of the run is missing, in a trace or beside them. */
  readonly partial: boolean;
}

/** Where traces go, and where they come from. */
export interface Places {
  /** Where the n-th goes, from 1. */
  readonly place: (n: number) => string;
  /** What is wanted for a moment only may stay in memory. */
  readonly temporary: boolean;
  /** It need not be made if it would be searched for races in vain. */
  readonly screen?: Screening | undefined;
  /** It keeps happens-before only, by this method. */
  readonly reduce?: ReductionMethod | undefined;
  /** How the program ended, if it has just done so here: processes that it left may still run. */
  readonly ending: Ending | undefined;
}

/**
 * Assembles the traces of all processes that have two threads, or of one if none has.
 * Helpers of a build or a package manager have one thread and are of no interest beside a process that has more.
 */
export async function assembleAll(
  folder: string,
  places: Places,
  options: Values<typeof assemblingOptions>,
  session: Session,
): Promise<Recording> {
  const left = places.ending === undefined ? [] : await leftRunning(folder);
  const processes = recordedProcesses(folder);
  if (processes.length === 0) throw nothingRecorded(folder);
  const traces: RecordedTrace[] = [];
  let alone: RecordedTrace | undefined;
  for (const process of processes) {
    const path = places.place(traces.length + 1);
    const trace = await assembleOne(process, path, places, options, session);
    // The next process takes the place of one that has one thread, unless more of it could not be recorded.
    const lacks = trace.counts.stopped !== undefined || process.unrecorded.length > 0;
    if (trace.counts.threads > 1 || lacks) traces.push(trace);
    else alone = trace;
  }
  const kept = traces.length > 0 ? traces : [alone!];
  const cut = kept.filter(({ counts }) => counts.incomplete !== undefined);
  const told = new Set(cut.map(({ process }) => process.pid));
  remarkLeft(
    left.filter(({ pid }) => !told.has(pid)),
    session,
  );
  const lost = remarkUnrecorded(folder, session);
  remarkTools(
    traces.map(({ process }) => process),
    session,
    toolsIn(folder),
  );
  const partial = lost || left.length > 0 || cut.length > 0;
  if (alone === undefined || traces.some(({ path }) => path === alone.path)) return { traces, partial };
  if (traces.length === 0) return { traces: [alone], partial };
  await rm(alone.path, { force: true });
  return { traces, partial };
}

/** Who is about to end has time for it; so its log is whole as well. */
const GRACE_MS = 1000;
const REST_MS = 50;

export async function leftRunning(folder: string): Promise<readonly StillRunning[]> {
  let left = stillRunning(folder);
  for (let waited = 0; left.length > 0 && waited < GRACE_MS; waited += REST_MS) {
    await sleep(REST_MS);
    left = left.filter(({ pid }) => startOf(pid) !== undefined);
    // They may have left others behind. To find these takes a look at all processes, and into their programs.
    if (left.length === 0) left = stillRunning(folder);
  }
  return left;
}

/** No process has: why, and what to do. */
export function nothingRecorded(folder: string): InputError {
  const { refused, folders } = unrecorded(folder);
  const tools = toolsIn(folder);
  if (refused === undefined && folders === 0 && tools.length > 0)
    return new InputError(
      'NOTHING_RECORDED',
      {},
      `no process has recorded anything: there was only ${listed(tools)}, whose own processes are not recorded, as tools`,
      "--include '**' records them",
    );
  if (refused === undefined && folders === 0)
    return new InputError(
      'NOTHING_RECORDED',
      {},
      'no process has recorded anything',
      'compile C and C++ with foretrace cc or foretrace c++, Rust with foretrace cargo; Node.js and Java record by themselves (foretrace doctor checks all)',
    );
  const why = whyStopped({ by: 'system', errno: refused ?? 0 });
  return new InputError(
    'NOTHING_RECORDED',
    {},
    `no process has recorded anything: ${why}`,
    'set TMPDIR to a folder with room, or name one with --raw',
  );
}

/** Processes that could not record at all: whether there are any. */
export function remarkUnrecorded(folder: string, session: Session, known?: ReadonlySet<string>): boolean {
  const { refused, folders } = unrecorded(folder, known);
  if (refused === undefined && folders === 0) return false;
  const why = whyStopped({ by: 'system', errno: refused ?? 0 });
  session.remark(`foretrace: ${session.errorColors.yellow('partial')}: nothing was recorded of some processes: ${why}`);
  return true;
}

async function assembleOne(
  process: RecordedProcess,
  path: string,
  { temporary, screen, reduce, ending }: Places,
  options: Values<typeof assemblingOptions>,
  session: Session,
): Promise<RecordedTrace> {
  const bytes = bytesIn(process.folder);
  const progress = new Progress(globalThis.process.stderr, session.quiet, 'making a trace', bytes);
  const settings = {
    sharedOnly: options.sharedOnly === 'on',
    liftLocks: options.liftLocks === 'on',
    atomic: options.atomic,
    temporary,
    ...recordingFacts(process, ending),
    pause: (done: number) => {
      progress.update(done * bytes);
      return turn();
    },
  };
  const followed = screen?.of(process);
  const looked = await look(process.folder, settings, followed === 'doubt' ? undefined : followed?.scan());
  const newNaming = () => safeNaming(() => process.recorder.naming(process.folder));
  const attempt = async (write: Writing) => {
    const naming = await newNaming();
    const told = new Map([['command', process.command], ...testsMetadata(naming.tests())]);
    const metadata = process.reduced ? reducedMetadata(told, true) : told;
    const counts = await write((output) => assemble(process.folder, naming, { ...settings, metadata }, output, looked));
    progress.end();
    remarkOn(process, [...process.notes, ...naming.notes(), ...unvisited(options.atomic, counts)], counts, session);
    return counts;
  };
  try {
    // What two accesses do says nothing of those that wait.
    const waits = looked.threads.some((thread) => thread.waits);
    if (screen !== undefined && followed !== 'doubt' && !waits) {
      const counts = await screened(looked, newNaming, settings, followed);
      progress.end();
      if (counts !== undefined) {
        remarkOn(process, process.notes, counts, session);
        return { process, path, counts, screened: true };
      }
    }
    const counts = await attempt((work) => writing(path, work));
    if (reduce !== undefined) remarkReduced(await reduceFile(path, reduce, temporary), reduce, session);
    return { process, path, counts };
  } catch (error) {
    if (!temporary || !(error instanceof InputError) || error.code !== 'FILE_UNWRITABLE') throw error;
    const memory = new MemoryOutput(process.command, error);
    return { process, path, counts: await attempt((work) => work(memory)), input: memory.input };
  } finally {
    progress.end();
  }
}

function remarkReduced({ before, after }: Reduced, method: ReductionMethod, session: Session): void {
  session.remark(
    `foretrace: --reduce ${method}: of the ${before.synchronisation} synchronisation events that were recorded ${after.synchronisation} stay`,
  );
}

/** Functions that were named in vain. */
function unvisited(atomic: readonly string[], { visited }: Assembled): string[] {
  if (atomic.length === 0 || visited !== 0) return [];
  return [
    `no visit of ${atomic.join(', ')} was recorded, and none is checked: --atomic must be there when the program is recorded, and does not see functions of C and C++ that the compiler has expanded in place`,
  ];
}

/** What is known of a recording besides its logs. */
export function recordingFacts(process: RecordedProcess, ending: Ending | undefined): RecordingFacts {
  return {
    refused: process.refused,
    unrecorded: process.unrecorded,
    room: process.room,
    losesLast: process.recorder.losesLast,
    memoryModel: process.recorder.memoryModel,
    running: ending !== undefined && stillRuns(process),
    killed: ending?.pid === process.pid && isCut(ending) ? ending.signal! : undefined,
  };
}

/** Who is interrupted or told to end was to end there; other signals come amid the run. */
function isCut({ signal }: Ending): boolean {
  return signal !== null && !['SIGINT', 'SIGTERM', 'SIGHUP'].includes(signal);
}

type Writing = (work: (output: Destination) => Promise<Assembled>) => Promise<Assembled>;

function bytesIn(folder: string): number {
  return readdirSync(folder).reduce((sum, name) => sum + (statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0), 0);
}
