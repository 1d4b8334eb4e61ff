// Insertions into a text, kept until the end and applied in one pass. What is inserted at one place appears in the order of the calls;
// so a walk that opens before it visits a child and closes after it nests rightly. Applying them tells where the text went, so that a
// position in what ran can be found in the source.

import type { Moves } from '../core/hooks.ts';
import type { Lines } from './lines.ts';

const WORD_START = /^[\w$]/;
const WORD_END = /[\w$]$/;

interface Edit {
  readonly position: number;
  text: string;
  /** How many characters of the source go. */
  readonly remove: number;
  /** Where in the text a call is that the program does not make; -1 if there is none. */
  readonly call: number;
}

export class Edits {
  readonly #edits: Edit[] = [];

  get empty(): boolean {
    return this.#edits.every(({ text }) => text === '');
  }

  insert(position: number, text: string, remove = 0): void {
    this.#edits.push({ position, text, remove, call: -1 });
  }

  /** Inserts a text that calls what is around the program's own code, at an index of the text. */
  insertCall(position: number, text: string, call: number): void {
    this.#edits.push({ position, text, remove: 0, call });
  }

  /** A place in the order whose text is found later. */
  reserve(position: number): (text: string) => void {
    const edit: Edit = { position, text: '', remove: 0, call: -1 };
    this.#edits.push(edit);
    return (text) => {
      edit.text = text;
    };
  }

  /** The text with everything inserted, and where its characters went. */
  apply(source: string, lines: Lines): { code: string; moves: Moves } {
    this.#edits.sort((a, b) => a.position - b.position);
    const parts: string[] = [];
    const [moved, calls]: [number[], number[]] = [[], []];
    let done = 0;
    // How far the text behind `done` is to the right of where it is in the source.
    let shift = 0;
    let line = 0;
    for (const { position, text, remove, call } of this.#edits) {
      if (position > done) {
        parts.push(source.slice(done, position));
        done = position;
      }
      const place = lines.at(position);
      if (place.line !== line) shift = 0;
      line = place.line;
      // `of[…]` in minified code: a name must not grow onto a word.
      const apart = WORD_START.test(text) && WORD_END.test(parts.at(-1) ?? '') ? ' ' : '';
      parts.push(apart, text);
      if (call >= 0) calls.push(line, place.column + shift + apart.length + call);
      done += remove;
      shift += apart.length + text.length - remove;
      if (moved.at(-3) === line && moved.at(-2)! - moved.at(-1)! === place.column + remove) moved.length -= 3;
      moved.push(line, place.column + remove + shift, shift);
    }
    parts.push(source.slice(done));
    return { code: parts.join(''), moves: { moved, calls } };
  }
}
