// Strings in a section of strings, by their position: each is made once, however many entries speak of it.

interface Made {
  readonly strings: Map<number, string>;
  /** In bytes, all together. */
  size: number;
}

const made = new WeakMap<Buffer, Made>();

/** Strings share their ends with others, seldom more: what takes more text out of a section than this is made to fill the memory. */
const MOST_SHARED = 8;
const ALWAYS = 1 << 16;

/** The string from a position up to the next zero byte. A RangeError if the section cannot mean that much text. */
export function cString(bytes: Buffer, from: number): string {
  let known = made.get(bytes);
  if (known === undefined) {
    known = { strings: new Map(), size: 0 };
    made.set(bytes, known);
  }
  let text = known.strings.get(from);
  if (text === undefined) {
    if (known.size > MOST_SHARED * bytes.length + ALWAYS) throw new RangeError('too much text');
    const end = from > bytes.length ? bytes.length : bytes.indexOf(0, from);
    text = bytes.toString('utf8', from, end < 0 ? bytes.length : end);
    known.strings.set(from, text);
    known.size += text.length + 1;
  }
  return text;
}
