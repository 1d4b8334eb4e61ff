// Checks that are switched off for a variable after its first race (Goldilocks 2006, Table 2), for detectors that decide every variable by
// itself: what is skipped orders nothing, so that all other variables are judged as ever. Memory that is allocated anew is another variable.

import { grown } from '../base/grown.ts';
import type { DetectorOption, RaceSink } from './detector.ts';

export const oncePerVariableOption: DetectorOption = {
  name: 'oncePerVariable',
  unit: 'switch',
  default: 0,
  help: 'leave a variable alone after its first race; what is skipped is counted, and makes the result partial',
};

export class SwitchedOff {
  /** Takes the races of the analysis. */
  readonly report: RaceSink;
  readonly wanted: boolean;
  private skipped = 0;
  private variables = 0;
  /** Whether there was a race since the last `settle`. */
  private raced = false;
  /** Per variable: 1 if it is left alone. */
  private marks = new Uint8Array(0);

  constructor(report: RaceSink, options: Readonly<Record<string, number>> = {}) {
    this.wanted = (options[oncePerVariableOption.name] ?? oncePerVariableOption.default) !== 0;
    this.report = this.wanted ? (first, second) => this.race(report, first, second) : report;
  }

  grow(variables: number): void {
    if (this.wanted && variables > this.marks.length) this.marks = grown(this.marks, Math.max(variables, 2 * this.marks.length));
  }

  counters(): Record<string, number> {
    return this.wanted ? { accessesSkipped: this.skipped, variablesSwitchedOff: this.variables } : {};
  }

  /** True if an access to the variable is not to be checked. */
  skips(variable: number): boolean {
    if (this.marks[variable] !== 1) return false;
    this.skipped++;
    return true;
  }

  /** After an access was checked: true if it raced, so that the variable is left alone from now on. */
  settle(variable: number): boolean {
    if (!this.raced) return false;
    this.raced = false;
    this.marks[variable] = 1;
    this.variables++;
    return true;
  }

  /** Fresh memory. */
  renew(variable: number): void {
    if (this.wanted) this.marks[variable] = 0;
  }

  private race(report: RaceSink, first: number, second: number): void {
    this.raced = true;
    report(first, second);
  }
}

/** A detector's `unfinished`, from the counters above. */
export function skippedAccesses(id: string): (counters: Readonly<Record<string, number>>) => string | undefined {
  return ({ accessesSkipped = 0 }) =>
    accessesSkipped === 0
      ? undefined
      : `${id} skipped ${accessesSkipped} ${accessesSkipped === 1 ? 'access' : 'accesses'} to variables that had raced before, for --once-per-variable: their other races are not in the result`;
}
