// Insertions into a text, kept until the end and applied in one pass. What is inserted at one place appears in the order of the calls;
// so a walk that opens before it visits a child and closes after it nests rightly.

const WORD_START = /^[\w$]/;
const WORD_END = /[\w$]$/;

interface Edit {
  readonly position: number;
  text: string;
  /** How many characters of the source go. */
  readonly remove: number;
}

export class Edits {
  readonly #edits: Edit[] = [];

  get empty(): boolean {
    return this.#edits.every(({ text }) => text === '');
  }

  insert(position: number, text: string, remove = 0): void {
    this.#edits.push({ position, text, remove });
  }

  /** A place in the order whose text is found later. */
  reserve(position: number): (text: string) => void {
    const edit: Edit = { position, text: '', remove: 0 };
    this.#edits.push(edit);
    return (text) => {
      edit.text = text;
    };
  }

  apply(source: string): string {
    this.#edits.sort((a, b) => a.position - b.position);
    const parts: string[] = [];
    let done = 0;
    for (const { position, text, remove } of this.#edits) {
      if (position > done) {
        parts.push(source.slice(done, position));
        done = position;
      }
      // `of[…]` in minified code: a name must not grow onto a word.
      if (WORD_START.test(text) && WORD_END.test(parts.at(-1) ?? '')) parts.push(' ');
      parts.push(text);
      done += remove;
    }
    parts.push(source.slice(done));
    return parts.join('');
  }
}
