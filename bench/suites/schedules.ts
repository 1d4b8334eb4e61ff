// How many runs it takes until a bug shows that needs an unusual schedule: the labelled programs of bench/schedules, under each way of choosing schedules.
// A program shows its bug when a finding counts for the exit status, or when it fails: an assertion, or threads that wait for each other for ever.

import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { builtForetrace } from '../run-cost.ts';
import type { Context, Suite, Table } from '../suite.ts';

/** Ways to choose schedules, as the columns have them. */
const WAYS = {
  plain: ['--schedule', 'plain'],
  noise: ['--schedule', 'delays'],
  PCT: ['--schedule', 'pct'],
  led: ['--schedule', 'led'],
  mix: ['--schedule', 'mix'],
} as const;
type Way = keyof typeof WAYS;

/** Runs after which a bug has not shown. */
const MOST = 12;
/** Workers of Node.js take as long to start as a C program to run ten times. */
const MOST_NODE = 6;
/** Milliseconds: a net for what hangs. */
const PATIENCE = 900_000;

class Schedules {
  private readonly context: Context;
  private readonly foretrace: readonly string[];
  private readonly sources: string;
  private readonly folder: string;

  constructor(context: Context) {
    this.context = context;
    this.foretrace = [process.execPath, builtForetrace(context.root)];
    this.sources = join(context.root, 'bench', 'schedules');
    this.folder = join(context.scratch, 'schedules');
    mkdirSync(this.folder, { recursive: true });
  }

  async table(): Promise<Table> {
    const ways = Object.keys(WAYS) as Way[];
    const rows: (string | number | null)[][] = [];
    const told = (): Table => ({
      title: 'Runs until the bug shows',
      columns: ['program', ...ways],
      rows: [...rows, ...this.sums(rows, ways)],
      notes: [
        `With --seed 1; > where it did not show in ${MOST} runs, of Node.js in ${MOST_NODE}.`,
        'In the last part of a name: race: two accesses that no predictor may claim from the usual run; fails: an assertion; hangs: threads that wait for ever.',
      ],
    });
    const quickly = this.context.quick ? 4 : 1;
    for (const [i, name] of this.programs().entries()) {
      if (i % quickly !== 0) continue;
      const program = this.built(name);
      rows.push([name, ...ways.map((way) => this.runs(name, program, way))]);
      this.context.keep(told());
    }
    return told();
  }

  /** How many programs show their bug. */
  private sums(rows: readonly (readonly (string | number | null)[])[], ways: readonly Way[]): (string | number | null)[][] {
    const shown = ways.map((_, i) => rows.filter((row) => typeof row[i + 1] === 'number'));
    return [['programs that show it', ...shown.map((own) => `${own.length} of ${rows.length}`)]];
  }

  private programs(): string[] {
    return readdirSync(this.sources)
      .filter((name) => /\.(race|fails|hangs)\.(c|mjs)$/.test(name))
      .sort();
  }

  private built(name: string): string[] {
    const source = join(this.sources, name);
    if (name.endsWith('.mjs')) return [source];
    const out = join(this.folder, name.replace(/\.c$/, ''));
    const [node, program] = this.foretrace;
    execFileSync(node!, [program!, 'cc', '-g', '-O1', '-pthread', source, '-o', out]);
    return [out];
  }

  private runs(name: string, program: readonly string[], way: Way): number | string {
    const most = name.endsWith('.mjs') ? MOST_NODE : MOST;
    this.context.progress(`${name}, ${way}`);
    const runs = this.runsWith(program, WAYS[way], most);
    return runs > most ? `>${most}` : runs;
  }

  /** How many runs it took, or one more than there may be. */
  private runsWith(program: readonly string[], way: readonly string[], most: number): number {
    const report = join(this.folder, 'report.json');
    rmSync(report, { force: true });
    const [node, foretrace] = this.foretrace;
    const own = ['--until-race', '--runs', String(most), '--seed', '1', '--format', `json=${report}`, '--quiet'];
    const { status } = spawnSync(node!, [foretrace!, 'run', ...own, ...way, '--', ...program], {
      stdio: 'ignore',
      timeout: PATIENCE,
    });
    const { runs } = JSON.parse(readFileSync(report, 'utf8')) as { runs: readonly unknown[] };
    return status === 0 ? most + 1 : runs.length;
  }
}

export const schedules: Suite = {
  id: 'schedules',
  says: 'runs until a bug of an unusual schedule shows: plain, noise, PCT, led',
  page: 'docs/schedules.md',
  async run(context) {
    return [await new Schedules(context).table()];
  },
};
