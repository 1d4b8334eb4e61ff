// The contract between the runtimes that record and what is common to them: the run, record and assemble commands.
// One folder per runtime; recorders.ts is the one list of them.

import type { Naming } from '../raw/naming.ts';
import type { MemoryModel } from '../trace/memory-model.ts';

export const recordedStacks = ['none', 'some', 'exact'] as const;
export type RecordedStacks = (typeof recordedStacks)[number];

/** What the user may set; each runtime takes what it can use. */
export interface RecordOptions {
  readonly maxEvents: number | undefined;
  /** Small random delays at synchronisation, to shake other schedules out. */
  readonly noise: boolean;
  /** What decides the schedule of the run, as steer/schedule.ts writes it. */
  readonly schedule?: string | undefined;
  /** Whether who called is recorded: not at all, where it costs little, or of every event. Absent: where it costs little. */
  readonly stacks?: RecordedStacks | undefined;
  /** Functions whose visits are to be atomic blocks, by name. Of C and C++ it is recorded when any function is entered again, and these are found later. */
  readonly atomic?: readonly string[] | undefined;
  /** Synchronisation that orders nothing is not recorded, by this method of src/reduce. */
  readonly reduce?: string | undefined;
  /** The logs are read while the program runs (src/raw/follow), and stay, or what was read is taken away: Node.js only, all others can always be followed. */
  readonly follow?: 'kept' | 'taken' | undefined;
  /** The file of a plan (src/steer) that the program is led by. */
  readonly plan?: string | undefined;
  /** C and C++ only: how many milliseconds threads that still run get when the program ends, instead of 1000. */
  readonly linger?: number | undefined;
  /** Node.js only: which files are instrumented, and whether WebAssembly is. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly wasm: boolean;
}

/** One runtime's recorder. */
export interface Recorder {
  /** What its recordings say under `runtime`. Stable for ever: old recordings are assembled, too. */
  readonly id: string;
  /** What the atomics of its programs order. */
  readonly memoryModel: MemoryModel;
  /** The environment variables that make a child process record into the folder. */
  environment(folder: string, options: RecordOptions, inherited: NodeJS.ProcessEnv): Record<string, string>;
  /** A process that is killed takes its last records with it. */
  readonly losesLast?: true;
  /** Names for the recording of one process that this runtime wrote; `folder` is the folder of that process. */
  naming(folder: string): Promise<Naming>;
}
