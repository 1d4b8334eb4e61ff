// Which findings of labelled programs the program itself confirms, with their causes and harm; and that nothing is confirmed in programs without a race.

import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { judged, type Verdict } from '../confirm/judge.ts';
import { labelledPrograms, type Program } from '../confirm/programs.ts';
import { confirmTables, type Judged } from '../confirm/tables.ts';
import { Kept } from '../kept.ts';
import { UsageError } from '../reproduce/options.ts';
import type { Context, Suite, SuiteOptions, SuiteValues, Table } from '../suite.ts';
import { timeLeft } from '../time-left.ts';

const options = {
  program: {
    type: 'string',
    multiple: true,
    value: 'PART',
    help: 'only programs with this in their names, as native/ openmp/ rust/ node/ or rust/mutex; repeatable',
  },
  resume: { type: 'boolean', help: 'go on where the last call was cut: what it has judged is not judged again' },
} as const satisfies SuiteOptions;

/** Of the quick run: every so many programs. */
const SAMPLED = 12;
/** Seconds that a command may take. */
const PATIENCE = { quick: 60, full: 300 };

class LabelledRun {
  private readonly context: Context;
  private readonly all: readonly Program[];
  private readonly chosen: readonly Program[];
  private readonly kept: Kept<Verdict>;
  private readonly done: Judged[] = [];
  private readonly began = performance.now();
  private judgedHere = 0;

  constructor(context: Context) {
    const { program: parts, resume = false } = context.own as SuiteValues<typeof options>;
    this.context = context;
    this.all = labelledPrograms(context.root).filter(({ id }) => parts === undefined || parts.some((part) => id.includes(part)));
    if (this.all.length === 0) throw new UsageError(`--program: no labelled program has ${parts!.join(' or ')} in its name`);
    this.chosen = context.quick && parts === undefined ? this.all.filter((_, i) => i % SAMPLED === 0) : this.all;
    this.kept = new Kept(join(context.scratch, `confirm${context.quick ? '-quick' : ''}.json`), resume);
  }

  /** As many at a time as there are processors: most of the time of a run that is led is waiting. */
  async tables(): Promise<Table[]> {
    const queue = this.chosen.entries();
    const lanes = Array.from({ length: availableParallelism() }, (_, lane) => this.lane(queue, lane));
    await Promise.all(lanes);
    return this.told();
  }

  private async lane(queue: Iterator<[number, Program]>, lane: number): Promise<void> {
    const { root, scratch, quick } = this.context;
    const seconds = quick ? PATIENCE.quick : PATIENCE.full;
    for (let next = queue.next(); !next.done; next = queue.next()) {
      const [, program] = next.value;
      const known = this.kept.get(program.id);
      if (known === undefined) this.say(program);
      const verdict = known ?? (await judged(program, root, join(scratch, `confirm-${process.pid}-${lane}`), seconds));
      this.done.push({ program, verdict });
      if (known !== undefined) continue;
      this.kept.keep(verdict);
      this.judgedHere++;
      for (const table of this.told()) this.context.keep(table);
    }
  }

  private say({ id }: Program): void {
    const known = this.done.length - this.judgedHere;
    const left = timeLeft(this.judgedHere, this.chosen.length - known, performance.now() - this.began);
    this.context.progress(`${this.done.length + 1} of ${this.chosen.length}, ${left}: ${id}`);
  }

  /** In the order of the suites, not of their ends. */
  private told(): Table[] {
    const order = new Map(this.all.map(({ id }, i) => [id, i]));
    const sorted = this.done.toSorted(
      (a, b) => a.program.suite.id.localeCompare(b.program.suite.id) || order.get(a.program.id)! - order.get(b.program.id)!,
    );
    return confirmTables(sorted, this.all.length, !this.context.quick);
  }
}

export const confirm: Suite = {
  id: 'confirm',
  says: 'which findings of the labelled programs of this repository foretrace confirm can show, and what harm they do',
  options,
  page: 'docs/confirm.md',
  async run(context) {
    return await new LabelledRun(context).tables();
  },
};
