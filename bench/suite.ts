// What a benchmark is: a function to a table. main.ts is the one list of them.

export type Cell = string | number | null;

export interface Table {
  readonly title: string;
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  /** What the numbers mean and how they were taken, one sentence a line. */
  readonly notes: readonly string[];
}

export interface Context {
  /** Where the repository is. */
  readonly root: string;
  /** A folder for files that may stay for the next run. */
  readonly scratch: string;
  /** Smaller inputs and fewer repeats. */
  readonly quick: boolean;
  /** Outside commands by name; `{}` in a command is the STD file. */
  readonly peers: ReadonlyMap<string, string>;
  /** A folder of recorded traces, if there is one. */
  readonly traces: string | undefined;
  /** The suite's own options, as far as they are given. */
  readonly own: Readonly<Record<string, unknown>>;
  progress(text: string): void;
  /** A table as far as it is; told again with every row, so that none is lost. */
  keep(table: Table): void;
}

export interface SuiteOption {
  readonly type: 'string' | 'boolean';
  readonly multiple?: true;
  /** What stands for the value in the usage. */
  readonly value?: string;
  readonly help: string;
}

export type SuiteOptions = Readonly<Record<string, SuiteOption>>;

export type SuiteValues<Options extends SuiteOptions> = {
  readonly [Name in keyof Options]?: Options[Name] extends { readonly type: 'boolean' }
    ? boolean
    : Options[Name] extends { readonly multiple: true }
      ? readonly string[]
      : string;
};

export interface Suite {
  readonly id: string;
  readonly says: string;
  /** It needs packages from a registry, and runs only where it is named. */
  readonly fetches?: true;
  readonly options?: SuiteOptions;
  /** A page that has some of its tables, each between comments with its title; docs/performance.md has all of it if not given. */
  readonly page?: string;
  run(context: Context): Promise<Table[]>;
}

export function tableText({ title, columns, rows, notes }: Table): string {
  const cells = [columns, ...rows.map((row) => row.map(shown))];
  const widths = columns.map((_, i) => Math.max(...cells.map((row) => row[i]!.length)));
  const lines = cells.map((row) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join('  '),
  );
  return [`${title}`, ...lines, ...notes.map((note) => `  ${note}`), ''].join('\n');
}

export function shown(cell: Cell): string {
  if (cell === null) return '–';
  if (typeof cell === 'string') return cell;
  if (Number.isInteger(cell)) return cell.toLocaleString('en-US').replaceAll(',', ' ');
  return cell.toFixed(Math.abs(cell) < 10 ? 2 : 1);
}
