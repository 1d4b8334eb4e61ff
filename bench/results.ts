// What the suites have found so far, in the order of the suites. A table is told again whenever it has a row more, and is kept in a
// file each time: what was measured before a suite was cut, or the machine went down, is not lost.

import { cpus, loadavg, totalmem } from 'node:os';
import type { Table } from './suite.ts';

/** What numbers depend on. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly memory: number;
  readonly node: string;
  /** Mean number of processes that wanted a processor in the minute before. */
  readonly load: number;
}

export function thisMachine(): Machine {
  const [load = 0] = loadavg();
  return { cpu: cpus()[0]?.model.trim() ?? 'unknown', cores: cpus().length, memory: totalmem(), node: process.version, load };
}

export interface SuiteResult {
  readonly id: string;
  readonly tables: readonly Table[];
  /** Set if the suite did not come to its end: in words, why. */
  readonly cut?: string;
}

export class Results {
  private readonly suites = new Map<string, { tables: Map<string, Table>; cut?: string }>();

  /** A table as far as it is; replaces what was told of it before. */
  take(suite: string, table: Table): void {
    this.of(suite).tables.set(table.title, table);
  }

  cut(suite: string, why: string): void {
    this.of(suite).cut = why;
  }

  all(): SuiteResult[] {
    return [...this.suites].map(([id, { tables, cut }]) => ({
      id,
      tables: [...tables.values()],
      ...(cut !== undefined && { cut }),
    }));
  }

  private of(suite: string): { tables: Map<string, Table>; cut?: string } {
    const known = this.suites.get(suite) ?? { tables: new Map() };
    this.suites.set(suite, known);
    return known;
  }
}
