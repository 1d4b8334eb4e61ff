// What can be recorded: programs by where their sources come from, how they are built and how they are run. Commands are a shell's.

export interface RecordedProgram {
  /** The trace below the folder, without extension: the language, and what ran. */
  readonly name: string;
  readonly run: string;
  /** Why the program may fail, or must; one that fails for another reason is run again. */
  readonly fails?: string;
  readonly mustFail?: boolean;
  /** Also memory that only one thread touches: of some programs there is hardly anything else. */
  readonly all?: boolean;
  /** With random delays: what the program is known for shows seldom without. */
  readonly noise?: boolean;
  /** Small enough to be kept in the repository. */
  readonly kept: boolean;
}

/** Sources that are fetched and built together, for one program or some. */
export interface Source {
  readonly id: string;
  /** Where it comes from, in words. */
  readonly from: string;
  readonly programs: readonly RecordedProgram[];
  /** Fetches and builds it below a folder, and gives the folder in which the programs run; throws an error that says why it cannot be had. */
  prepare(tools: Tools): Promise<string> | string;
}

export interface Tools {
  /** A folder of this run, for sources and inputs. */
  readonly work: string;
  /** The repository. */
  readonly root: string;
  /** A checkout of SCTBench, if there is one. */
  readonly sctbench: string | undefined;
  /** Runs a command in a folder, with `$CC` and `$CXX` for the compilers that record; throws with the end of what it said. */
  shell(command: string, folder: string, env?: Readonly<Record<string, string>>): void;
}
