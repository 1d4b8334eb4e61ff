// What `run` and `record` share: the options of recording, and a program that runs and leaves a recording.

import { readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import { InputError } from '../base/error.ts';
import { display, quote } from '../base/quote.ts';
import { checkOutput } from '../formats/file/output.ts';
import { imageRemark } from '../record/java/image.ts';
import { type Ending, runProgram, type StandardInput } from '../record/program.ts';
import { recordedStacks } from '../record/recorder.ts';
import { recorders } from '../record/recorders.ts';
import { recordedProcesses } from '../record/recording.ts';
import { reductionMethods } from '../reduce/index.ts';
import { assemblingOptions, type RecordedTrace } from './assembling.ts';
import { accompanied, type Companion } from './companion.ts';
import { interruptible } from './interrupt.ts';
import { onOff, type Values } from './option.ts';
import { recordingFolder } from './recording-folder.ts';
import { eventsFor } from './room.ts';
import type { Session } from './session.ts';

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
  include: {
    kind: 'text',
    value: 'glob',
    repeat: true,
    help: 'Node.js: record accesses in these files only; ** is all, tools of Java included',
  },
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

/** How the program is run, beyond what the user says of its recording. */
export interface Running {
  readonly companion?: Companion | undefined;
  /** What decides the schedule, as steer/schedule.ts writes it. */
  readonly schedule?: string | undefined;
  /** The file of a plan that leads it. */
  readonly plan?: string | undefined;
  /** What it reads, if that is not what we do. */
  readonly input?: StandardInput | undefined;
  /** Somebody else hears interrupts once the program has ended. */
  readonly hearsInterrupts?: true;
}

/** Runs the program, with somebody beside it, and hands on what it left. The folder is removed after `work` unless the user named it; if `work` fails, the recording
 * or its traces are kept: it may have taken hours, and may not come again. */
export async function recorded<R>(
  words: readonly string[],
  options: Values<typeof recordingOptions>,
  session: Session,
  work: (ended: Ended) => Promise<R>,
  { companion, schedule, plan, input, hearsInterrupts }: Running = {},
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
    schedule,
    plan,
  };
  const image = imageRemark(words, process.env);
  if (image !== undefined) session.remark(`foretrace: ${session.errorColors.yellow('note')}: ${display(image)}`);
  const environment = { ...process.env };
  for (const recorder of recorders) Object.assign(environment, recorder.environment(folder.path, wanted, environment));
  try {
    const ending = await accompanied(runProgram(words, environment, undefined, input), companion, folder.path);
    const { status, signal } = ending;
    const ended = signal === null ? `exited with status ${status}` : `was ended by ${signal}`;
    if (status !== 0) session.remark(`foretrace: ${session.errorColors.yellow(`the program ${ended}`)}`);
    // An interrupt now is for us: the program has ended.
    const heard = hearsInterrupts ? <W>(own: (release: () => void) => Promise<W>) => own(() => {}) : interruptible;
    const result = await heard((release) => {
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
