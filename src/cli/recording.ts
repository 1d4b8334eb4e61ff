// What `run`, `record` and `assemble` share: the options of recording, and from raw logs to traces with remarks on what happened.

import { readdirSync, statSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { InputError } from '../base/error.ts';
import { display, quote } from '../base/quote.ts';
import { turn } from '../base/turn.ts';
import { checkOutput } from '../formats/file/output.ts';
import type { Input } from '../formats/input.ts';
import { type RecordingFacts, whyStopped } from '../raw/assemble/completeness.ts';
import { type Assembled, assemble, type Destination, look } from '../raw/assemble/index.ts';
import { MemoryOutput } from '../raw/assemble/memory-output.ts';
import { safeNaming } from '../raw/naming.ts';
import { screened } from '../raw/screen/index.ts';
import { type Ending, runProgram } from '../record/program.ts';
import { recordedStacks } from '../record/recorder.ts';
import { recorders } from '../record/recorders.ts';
import { type RecordedProcess, recordedProcesses, stillRuns, unrecorded } from '../record/recording.ts';
import { type ReductionMethod, reductionMethods } from '../reduce/index.ts';
import { reducedMetadata } from '../trace/preservation.ts';
import { testsMetadata } from '../trace/tests.ts';
import { accompanied, type Companion } from './companion.ts';
import { interruptible } from './interrupt.ts';

import type { Values } from './option.ts';
import { Progress } from './progress.ts';
import { recordingFolder } from './recording-folder.ts';
import { remarkOn } from './recording-remarks.ts';
import { type Reduced, reduceFile } from './reducing.ts';
import { eventsFor } from './room.ts';
import type { Screening } from './screening.ts';
import type { Session } from './session.ts';
import { writing } from './writing.ts';

const onOff = { kind: 'text', value: 'on|off', choices: ['on', 'off'], default: 'on' } as const;

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

export const recordingOptions = {
  maxEvents: {
    kind: 'number',
    min: 1,
    max: 2 ** 40,
    help: 'stop recording a process after so many events, instead of when its logs take half of the free disk; the program goes on',
  },
  noise: { kind: 'flag', help: 'small random delays at synchronisation, to shake other schedules out' },
  recordStacks: {
    kind: 'text',
    value: recordedStacks.join('|'),
    choices: recordedStacks,
    help: 'record who called, for the call stacks of reports: not at all; where it costs little, in C and C++ always; of every event',
  },
  linger: {
    kind: 'number',
    min: 0,
    max: 3_600_000,
    help: 'C and C++: milliseconds that threads which still run get when the program ends, instead of 1000',
  },
  include: { kind: 'text', value: 'glob', repeat: true, help: 'Node.js: record accesses in these files only' },
  exclude: { kind: 'text', value: 'glob', repeat: true, help: 'Node.js: do not record accesses in these files' },
  wasm: { ...onOff, help: 'Node.js: record WebAssembly with shared memory' },
  reduce: {
    kind: 'text',
    value: 'method',
    choices: reductionMethods,
    help: 'leave out synchronisation that orders nothing, while the program runs and after: the trace keeps happens-before, which is enough for the races of this run and for nothing else',
  },
  raw: { kind: 'file', value: 'folder', help: 'keep the raw logs in this folder, for foretrace assemble' },
  ...assemblingOptions,
} as const;

export const programArgument = {
  name: 'PROGRAM',
  help: 'the program and its arguments, as in a shell; a .js or .ts file is run by node',
  commandLine: true,
} as const;

/** What the program left, and how it ended. */
export interface Ended {
  readonly ending: Ending;
  readonly folder: string;
  /** To be called once the traces are made. The logs go away, and an interrupt no longer waits for its turn, which an analysis may not
   * give for minutes. */
  readonly assembled: (traces: readonly RecordedTrace[]) => Promise<void>;
}

/** Runs the program, with somebody beside it, and hands on what it left. The folder is removed after `work` unless the user named it; if `work` fails, the recording
 * or its traces are kept: it may have taken hours, and may not come again. */
export async function recorded<R>(
  words: readonly string[],
  options: Values<typeof recordingOptions>,
  session: Session,
  work: (ended: Ended) => Promise<R>,
  companion?: Companion,
): Promise<R> {
  const folder = await recordingFolder(options.raw);
  const { noise, linger, include, exclude, wasm, recordStacks: stacks, atomic } = options;
  const isLive = companion?.givesBack === true;
  const maxEvents = isLive ? options.maxEvents : eventsFor(folder.path, options.maxEvents, process.env);
  const wanted = {
    maxEvents,
    noise,
    linger,
    stacks,
    include,
    exclude,
    wasm: wasm === 'on',
    follow: companion === undefined ? undefined : isLive ? ('taken' as const) : ('kept' as const),
    atomic: isLive ? [] : atomic,
    reduce: options.reduce,
  };
  const environment = { ...process.env };
  for (const recorder of recorders) Object.assign(environment, recorder.environment(folder.path, wanted, environment));
  try {
    const ending = await accompanied(runProgram(words, environment), companion, folder.path);
    const { status, signal } = ending;
    const ended = signal === null ? `exited with status ${status}` : `was ended by ${signal}`;
    if (status !== 0) session.remark(`foretrace: ${session.errorColors.yellow(`the program ${ended}`)}`);
    // An interrupt now is for us: the program has ended.
    const result = await interruptible((release) => {
      const assembled = async (traces: readonly RecordedTrace[]): Promise<void> => {
        if (traces.every(({ input }) => input === undefined)) await folder.removeLogs();
        release();
      };
      return work({ ending, folder: folder.path, assembled });
    });
    await folder.remove();
    return result;
  } catch (error) {
    if (recordedProcesses(folder.path).length > 0) remarkKept(await folder.leave(), session);
    else if (tracesIn(folder.path).length > 0) remarkTracesKept(await folder.leave(), session);
    else await folder.remove();
    throw error;
  }
}

function remarkKept(path: string, session: Session): void {
  const { yellow } = session.errorColors;
  session.remark(
    `foretrace: ${yellow('note')}: the recording is kept in ${display(path)}; next: foretrace assemble ${display(path)} trace.ftrace`,
  );
}

function tracesIn(folder: string): string[] {
  return readdirSync(folder).filter((name) => name.endsWith('.ftrace'));
}

function remarkTracesKept(folder: string, session: Session): void {
  const { yellow } = session.errorColors;
  for (const name of tracesIn(folder)) {
    const path = display(join(folder, name));
    session.remark(`foretrace: ${yellow('note')}: the trace is kept in ${path}; next: foretrace analyze ${path}`);
  }
}

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
  const processes = recordedProcesses(folder);
  if (processes.length === 0) throw nothingRecorded(folder);
  const traces: RecordedTrace[] = [];
  let alone: RecordedTrace | undefined;
  for (const process of processes) {
    const path = places.place(traces.length + 1);
    const trace = await assembleOne(process, path, places, options, session);
    // The next process takes the place of one that has one thread, unless others of it could not be recorded.
    if (trace.counts.threads > 1 || trace.counts.stopped !== undefined) traces.push(trace);
    else alone = trace;
  }
  const lost = remarkUnrecorded(folder, session);
  const partial =
    lost || [...traces, ...(traces.length === 0 ? [alone!] : [])].some(({ counts }) => counts.incomplete !== undefined);
  if (alone === undefined || traces.some(({ path }) => path === alone.path)) return { traces, partial };
  if (traces.length === 0) return { traces: [alone], partial };
  await rm(alone.path, { force: true });
  return { traces, partial };
}

/** No process has: why, and what to do. */
export function nothingRecorded(folder: string): InputError {
  const { refused, folders } = unrecorded(folder);
  if (refused === undefined && folders === 0)
    return new InputError(
      'NOTHING_RECORDED',
      {},
      'no process has recorded anything',
      'compile C and C++ with foretrace cc or foretrace c++, Rust with foretrace cargo; Node.js records by itself (foretrace doctor checks all)',
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

export function remarkWritten(traces: readonly RecordedTrace[], session: Session): void {
  for (const { path } of traces) session.remark(`foretrace: wrote ${display(path)}; next: foretrace analyze ${display(path)}`);
}

/** `trace.ftrace`, then `trace-2.ftrace` and so on. */
export function numbered(path: string, n: number): string {
  if (n === 1) return path;
  const extension = extname(path);
  return `${path.slice(0, path.length - extension.length)}-${n}${extension}`;
}

/** Before the program runs: what it would cost to find out afterwards is the whole run. */
export async function checkTraceFile(path: string): Promise<void> {
  if (!path.endsWith('.ftrace'))
    throw new InputError(
      'USAGE',
      { file: path },
      `a recording is a native trace, and ${quote(path)} does not end in .ftrace`,
      'convert it afterwards: foretrace convert t.ftrace t.std',
    );
  await checkOutput(path);
}
