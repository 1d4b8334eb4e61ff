// Rust names from their mangled form: v0 (`_R…`, RFC 2603) and the older one (`_ZN…17h<hash>E`). Generic arguments are left out, as template arguments are:
// `_RNvMNtC4pool5queueINtB2_5QueuemE4push` is `pool::queue::Queue::push`. What is not understood stays mangled.

const LEGACY = /^_ZN(.*)17h[0-9a-f]{16}E$/;

export function isRust(symbol: string): boolean {
  return symbol.startsWith('_R') || LEGACY.test(symbol);
}

export function demangledRust(symbol: string): string {
  try {
    const legacy = LEGACY.exec(symbol);
    return legacy === null ? new Parser(symbol.slice(2)).symbol() : legacyName(legacy[1]!);
  } catch {
    return symbol;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { LT: '<', GT: '>', RF: '&', BP: '*', LP: '(', RP: ')', C: ',', SP: '@' };

function legacyName(text: string): string {
  const parts: string[] = [];
  for (let at = 0; at < text.length; ) {
    const digits = /^\d+/.exec(text.slice(at))![0];
    at += digits.length;
    parts.push(text.slice(at, at + Number(digits)));
    at += Number(digits);
  }
  const plain = (part: string): string =>
    part
      .replace(/^_(?=\$)/, '')
      .replaceAll('..', '::')
      .replace(/\$(?:u([0-9a-f]+)|([A-Z]+))\$/g, (whole, code?: string, name?: string) =>
        code === undefined ? (ESCAPES[name!] ?? whole) : String.fromCodePoint(Number.parseInt(code, 16)),
      );
  return withoutArguments(parts.map(plain).join('::'));
}

/** `Queue<T>::push` is `Queue::push`; `<Queue<T> as Drop>::drop` keeps what its own brackets say. */
function withoutArguments(name: string): string {
  const shorter = name.replace(/(?<=\w)(?:::)?<[^<>]*(?<!-)>/g, '');
  return shorter === name ? name : withoutArguments(shorter);
}

const BASIC: Readonly<Record<string, string>> = {
  a: 'i8',
  b: 'bool',
  c: 'char',
  d: 'f64',
  e: 'str',
  f: 'f32',
  h: 'u8',
  i: 'isize',
  j: 'usize',
  l: 'i32',
  m: 'u32',
  n: 'i128',
  o: 'u128',
  p: '_',
  s: 'i16',
  t: 'u16',
  u: '()',
  v: '…',
  x: 'i64',
  y: 'u64',
  z: '!',
};
const POINTERS: Readonly<Record<string, string>> = { R: '&', Q: '&mut ', P: '*const ', O: '*mut ' };
/** References lead back to earlier text, which may have some itself: a name may be much longer than its symbol, and as deep as it is long. */
const LONGEST = 10_000;
const DEEPEST = 300;

class Parser {
  private readonly text: string;
  private at = 0;
  private depth = 0;
  private steps = 0;

  constructor(text: string) {
    this.text = text;
  }

  symbol(): string {
    // A version that is not the first.
    if (/\d/.test(this.peek())) throw new Error('not understood');
    return this.path();
  }

  private path(): string {
    return this.deeper(() => {
      switch (this.next()) {
        case 'C':
          this.disambiguator();
          return this.identifier();
        case 'M':
          this.implementation();
          return this.type();
        case 'X':
          this.implementation();
          return this.ofTrait();
        case 'Y':
          return this.ofTrait();
        case 'N':
          return this.nested();
        case 'I': {
          const name = this.path();
          while (!this.take('E')) this.genericArgument();
          return name;
        }
        case 'B':
          return this.back(() => this.path());
        default:
          throw new Error('not understood');
      }
    });
  }

  private implementation(): void {
    this.disambiguator();
    this.path();
  }

  private ofTrait(): string {
    const type = this.type();
    return `<${type} as ${this.path()}>`;
  }

  private nested(): string {
    const space = this.next();
    const outer = this.path();
    const number = this.disambiguator();
    const name = this.identifier();
    if (/[a-z]/.test(space)) return name === '' ? outer : `${outer}::${name}`;
    const kind = space === 'C' ? 'closure' : space === 'S' ? 'shim' : space;
    return `${outer}::{${kind}${name === '' ? '' : `:${name}`}#${number}}`;
  }

  private genericArgument(): void {
    if (this.take('L')) this.number();
    else if (this.take('K')) this.constant();
    else this.type();
  }

  private constant(): void {
    this.deeper(() => {
      if (this.take('p')) return;
      if (this.take('B')) {
        this.number();
        return;
      }
      this.type();
      const value = /^n?[0-9a-f]*_/.exec(this.text.slice(this.at));
      if (value === null) throw new Error('not understood');
      this.at += value[0].length;
    });
  }

  private type(): string {
    return this.deeper(() => {
      const letter = this.peek();
      const basic = BASIC[letter];
      if (basic !== undefined) {
        this.at++;
        return basic;
      }
      const pointer = POINTERS[letter];
      if (pointer !== undefined) {
        this.at++;
        if (letter !== 'P' && letter !== 'O' && this.take('L')) this.number();
        return pointer + this.type();
      }
      if (this.take('A')) {
        const element = this.type();
        this.constant();
        return `[${element}]`;
      }
      if (this.take('S')) return `[${this.type()}]`;
      if (this.take('T')) return this.tuple();
      if (this.take('F')) return this.signature();
      if (this.take('D')) return this.dynamic();
      if (this.take('B')) return this.back(() => this.type());
      return this.path();
    });
  }

  private tuple(): string {
    const parts: string[] = [];
    while (!this.take('E')) parts.push(this.type());
    return `(${parts.join(', ')})`;
  }

  private signature(): string {
    if (this.take('G')) this.number();
    this.take('U');
    if (this.take('K') && !this.take('C')) this.identifier();
    while (!this.take('E')) this.type();
    this.type();
    return 'fn';
  }

  private dynamic(): string {
    if (this.take('G')) this.number();
    const traits: string[] = [];
    while (!this.take('E')) {
      traits.push(this.path());
      while (this.take('p')) {
        this.identifier();
        this.type();
      }
    }
    if (!this.take('L')) throw new Error('not understood');
    this.number();
    return `dyn ${traits.join(' + ')}`;
  }

  /** What stands at an earlier place. */
  private back<T>(read: () => T): T {
    const from = this.at - 1;
    const to = this.number();
    if (to >= from) throw new Error('not understood');
    const { at } = this;
    this.at = to;
    const result = read();
    this.at = at;
    return result;
  }

  private disambiguator(): number {
    return this.take('s') ? this.number() + 1 : 0;
  }

  /** To the base of 62, one less than written. */
  private number(): number {
    const digits = /^[0-9a-zA-Z]*_/.exec(this.text.slice(this.at));
    if (digits === null) throw new Error('not understood');
    this.at += digits[0].length;
    if (digits[0] === '_') return 0;
    let value = 0;
    for (const digit of digits[0].slice(0, -1)) value = value * 62 + DIGITS.indexOf(digit);
    return value + 1;
  }

  private identifier(): string {
    const isPuny = this.take('u');
    const digits = /^(?:0|[1-9]\d*)_?/.exec(this.text.slice(this.at));
    if (digits === null) throw new Error('not understood');
    const from = this.at + digits[0].length;
    this.at = from + Number.parseInt(digits[0], 10);
    if (this.at > this.text.length) throw new Error('cut off');
    const name = this.text.slice(from, this.at);
    return isPuny ? punycode(name) : name;
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > DEEPEST || ++this.steps > LONGEST) throw new Error('too long');
    const result = read();
    this.depth--;
    return result;
  }

  private next(): string {
    if (this.at >= this.text.length) throw new Error('cut off');
    return this.text[this.at++]!;
  }

  private peek(): string {
    return this.text[this.at] ?? '';
  }

  private take(letter: string): boolean {
    if (this.at >= this.text.length) throw new Error('cut off');
    if (this.text[this.at] !== letter) return false;
    this.at++;
    return true;
  }
}

const DIGITS = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** RFC 3492, with `_` in place of `-`. */
function punycode(text: string): string {
  const cut = text.lastIndexOf('_');
  const output = Array.from(cut < 0 ? '' : text.slice(0, cut));
  let code = 128;
  let place = 0;
  let bias = 72;
  let at = cut + 1;
  while (at < text.length) {
    const before = place;
    let weight = 1;
    for (let k = 36; ; k += 36) {
      const digit = (DIGITS.indexOf(text[at++] ?? '') + 26) % 36;
      place += digit * weight;
      const threshold = Math.min(Math.max(k - bias, 1), 26);
      if (digit < threshold) break;
      weight *= 36 - threshold;
      if (at > text.length) throw new Error('cut off');
    }
    const length = output.length + 1;
    let delta = before === 0 ? Math.floor((place - before) / 700) : (place - before) >> 1;
    delta += Math.floor(delta / length);
    let k = 0;
    for (; delta > 455; k += 36) delta = Math.floor(delta / 35);
    bias = k + Math.floor((36 * delta) / (delta + 38));
    code += Math.floor(place / length);
    place %= length;
    output.splice(place++, 0, String.fromCodePoint(code));
  }
  return output.join('');
}
