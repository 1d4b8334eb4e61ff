// Where in the program a location is, in terms that an edit elsewhere in the file does not change: what a finding is known again by.

export interface CodePlace {
  /** The function around it; empty if it is not known. */
  readonly function: string;
  /** How many lines it is below the line that the function begins on; -1 if that is not known. */
  readonly line: number;
  /** The line as it stood in the source when the program was recorded, without the white space around it; empty if it could not be read. */
  readonly text: string;
  /** The library that it is part of, `libstdc++`, or empty if its file says which; `node_modules/lodash` for an installed package that its location does not
   * name; absent for the program's own code. */
  readonly library?: string;
  /** The statement that it is in, without what formatters change; empty if it could not be read. */
  readonly statement: string;
  /** Where that begins in the line, from 1; absent if it is not known, or begins in an earlier line. */
  readonly column?: number;
}

/** How the `library` of an installed package begins. */
export const IN_PACKAGES = 'node_modules/';

/** Nothing is known. */
export const NO_PLACE: CodePlace = { function: '', line: -1, text: '', statement: '' };
