// The contract between the runtimes that record (node, native) and what is common to them: run and record commands, assembling.

/** A block of memory that the runtime told of: heap, stack or a shared buffer. */
export interface Block {
  readonly address: number;
  readonly bytes: number;
  /** Raw.allocate's extra. */
  readonly kind: number;
  readonly site: number;
  readonly thread: number;
  /** Counts the blocks of a recording from 1. */
  readonly number: number;
}

/** Names for people, from what the runtime left in the folder of one process. All calls are synchronous and cached by the caller. */
export interface Naming {
  /** `file:line:column`, `file:line` or an address. */
  location(site: number): string;
  /** A variable: global symbol and offset, heap block by allocation site and offset, element of a shared buffer. */
  variable(address: number, bytes: number, block: Block | undefined): string;
  lock(address: number, block: Block | undefined): string;
  thread(number: number): string;
  /** What a person should know of the names that were asked for so far. */
  notes?(): readonly string[];
}

/** What the user may set; each runtime takes what it can use. */
export interface RecordOptions {
  readonly maxEvents: number | undefined;
  /** Small random delays at synchronisation, to shake other schedules out. */
  readonly noise: boolean;
  /** C and C++ only: how many milliseconds threads that still run get when the program ends, instead of 1000. */
  readonly linger?: number | undefined;
  /** Node.js only: which files are instrumented, and whether WebAssembly is. */
  readonly include: readonly string[];
  readonly exclude: readonly string[];
  readonly wasm: boolean;
}

/** One runtime's recorder. */
export interface Recorder {
  readonly id: 'node' | 'native';
  /** The environment variables that make a child process record into the folder. */
  environment(folder: string, options: RecordOptions, inherited: NodeJS.ProcessEnv): Record<string, string>;
  /** Names for the recording of one process that this runtime wrote; `folder` is the folder of that process. */
  naming(folder: string): Promise<Naming>;
}
