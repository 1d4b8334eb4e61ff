// What is wrong with an input, and what is done about it: strict stops at the first problem, lenient repairs, counts and goes on.

import { type ErrorCode, InputError, type Place } from '../base/error.ts';

export interface Problem {
  readonly code: ErrorCode;
  readonly place: Place;
  readonly what: string;
  readonly hint: string;
}

/** Readers and checkers tell every problem to one of these before they repair it. */
export interface Problems {
  /** True if a problem throws: then nobody needs to prepare a repair. */
  readonly strict: boolean;
  /** Throws the InputError if strict; otherwise counts and returns, and the caller repairs. */
  report(problem: Problem): void;
}

export const strict: Problems = {
  strict: true,
  report({ code, place, what, hint }) {
    throw new InputError(code, place, what, hint);
  },
};

/** Counts problems by code and keeps the first few as examples: bounded however broken the input is. */
export class LenientProblems implements Problems {
  readonly strict = false;
  total = 0;
  readonly counts = new Map<ErrorCode, number>();
  readonly examples: Problem[] = [];
  private readonly keep: number;

  constructor(keep = 20) {
    this.keep = keep;
  }

  report(problem: Problem): void {
    this.total++;
    this.counts.set(problem.code, (this.counts.get(problem.code) ?? 0) + 1);
    if (this.examples.length < this.keep) this.examples.push(problem);
  }
}
