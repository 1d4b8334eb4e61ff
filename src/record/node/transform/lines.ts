// The lines of a text: where each begins.

import { bisect } from '../../../base/bisect.ts';

export class Lines {
  readonly #starts = [0];

  constructor(text: string) {
    for (const { index, 0: end } of text.matchAll(/\r\n|[\n\r\u2028\u2029]/g)) this.#starts.push(index + end.length);
  }

  /** Line and column, both from 1, of a position. */
  at(position: number): { line: number; column: number } {
    const starts = this.#starts;
    const line = bisect(0, starts.length, (i) => starts[i]! <= position);
    return { line, column: position - starts[line - 1]! + 1 };
  }
}
