// C++ names from their mangled form (Itanium ABI, section 5.1), without parameters and with template arguments left out:
// `_ZN4pool5Queue4pushEi` is `pool::Queue::push`, a static of a function is `run::count`. What is not understood stays mangled.

import { demangledRust, isRust } from './demangle-rust.ts';

export function demangled(symbol: string): string {
  if (isRust(symbol)) return demangledRust(symbol);
  if (!symbol.startsWith('_Z')) return symbol;
  try {
    // `.part.0`, `.cold`, `.isra.0`: parts of a function.
    return new Parser(symbol.replace(/\..*/, '')).symbol();
  } catch {
    return symbol;
  }
}

const SPECIAL: Readonly<Record<string, string>> = {
  TV: 'vtable of ',
  TI: 'typeinfo of ',
  TS: 'typeinfo name of ',
  GV: 'guard of ',
};
const STANDARD: Readonly<Record<string, string>> = {
  t: 'std',
  a: 'std::allocator',
  b: 'std::basic_string',
  s: 'std::string',
  i: 'std::istream',
  o: 'std::ostream',
  d: 'std::iostream',
};
const OPERATORS: Readonly<Record<string, string>> = {
  nw: 'new',
  na: 'new[]',
  dl: 'delete',
  da: 'delete[]',
  pl: '+',
  mi: '-',
  ml: '*',
  dv: '/',
  rm: '%',
  eo: '^',
  an: '&',
  or: '|',
  co: '~',
  aS: '=',
  pL: '+=',
  mI: '-=',
  mL: '*=',
  dV: '/=',
  aN: '&=',
  oR: '|=',
  eO: '^=',
  ls: '<<',
  rs: '>>',
  lS: '<<=',
  rS: '>>=',
  eq: '==',
  ne: '!=',
  lt: '<',
  gt: '>',
  le: '<=',
  ge: '>=',
  ss: '<=>',
  nt: '!',
  aa: '&&',
  oo: '||',
  pp: '++',
  mm: '--',
  cm: ',',
  pm: '->*',
  pt: '->',
  cl: '()',
  ix: '[]',
  de: '*',
  ad: '&',
  ng: '-',
  ps: '+',
};

/** Nesting that no program has: a name may nest as deep as it is long, and a stack does not. */
const DEEPEST = 1000;

class Parser {
  private readonly text: string;
  private at = 2;
  private depth = 0;
  /** Characters of class names that stand for constructors: each `C1` repeats one. */
  private repeated = 0;

  constructor(text: string) {
    this.text = text;
  }

  symbol(): string {
    const special = SPECIAL[this.text.slice(2, 4)];
    if (special === undefined) return this.name();
    this.at = 4;
    return special + (special.startsWith('guard') ? this.name() : this.type());
  }

  private name(): string {
    return this.deeper(() => this.nameHere());
  }

  private nameHere(): string {
    switch (this.text[this.at]) {
      case 'N':
        return this.nested();
      case 'Z':
        return this.local();
      case 'S':
        if (this.text[this.at + 1] === 't') {
          this.at += 2;
          return this.withArguments(`std::${this.unqualified()}`);
        }
        return this.withArguments(this.substitution());
      default:
        return this.withArguments(this.unqualified());
    }
  }

  private nested(): string {
    this.expect('N');
    while (/[rVKRO]/.test(this.peek())) this.at++;
    const parts: string[] = [];
    while (!this.take('E')) {
      if (this.peek() === 'I') this.templateArguments();
      else if (this.peek() === 'S') parts.push(this.substitution());
      else if (this.peek() === 'T') this.templateParameter();
      else if (/[CD]/.test(this.peek()) && /[0-5]/.test(this.peek(1))) parts.push(this.structor(parts.at(-1) ?? ''));
      else parts.push(this.unqualified());
    }
    return parts.filter((part) => part !== '').join('::');
  }

  private structor(className: string): string {
    const name = className.slice(className.lastIndexOf(':') + 1);
    this.repeated += name.length;
    if (this.repeated > this.text.length) throw new Error('too long');
    const tilde = this.peek() === 'D' ? '~' : '';
    this.at += 2;
    return tilde + name;
  }

  /** A thing within a function: the function's name is kept, its parameters are not. */
  private local(): string {
    this.expect('Z');
    const outer = this.name();
    while (!this.take('E')) this.type();
    if (this.take('s')) return `${outer}::string literal`;
    const inner = this.name();
    this.discriminator();
    return `${outer}::${inner}`;
  }

  private discriminator(): void {
    const match = /^_(?:\d|_\d+_)/.exec(this.text.slice(this.at));
    if (match !== null) this.at += match[0].length;
  }

  private unqualified(): string {
    this.take('L');
    if (/\d/.test(this.peek())) return this.tagged(this.sourceName());
    if (this.peek() === 'U') return this.unnamed();
    const operator = OPERATORS[this.text.slice(this.at, this.at + 2)];
    if (operator === undefined) throw new Error('not understood');
    this.at += 2;
    return `operator${/^\w/.test(operator) ? ' ' : ''}${operator}`;
  }

  /** `B5cxx11`: which ABI the name belongs to. */
  private tagged(name: string): string {
    while (this.peek() === 'B') {
      this.at++;
      this.sourceName();
    }
    return name;
  }

  private unnamed(): string {
    this.expect('U');
    const isLambda = this.take('l');
    if (isLambda) while (!this.take('E')) this.type();
    else this.expect('t');
    const number = /^\d*_/.exec(this.text.slice(this.at));
    if (number === null) throw new Error('not understood');
    this.at += number[0].length;
    return isLambda ? 'lambda' : 'unnamed type';
  }

  private sourceName(): string {
    const digits = /^\d+/.exec(this.text.slice(this.at));
    if (digits === null) throw new Error('not understood');
    const from = this.at + digits[0].length;
    this.at = from + Number(digits[0]);
    if (this.at > this.text.length) throw new Error('cut off');
    const name = this.text.slice(from, this.at);
    if (name.startsWith('_GLOBAL__N')) return '';
    // As clang calls a lambda.
    return /^\$_\d+$/.test(name) ? 'lambda' : name;
  }

  /** Of earlier parts no table is kept: only the abbreviations for the standard library have a name. */
  private substitution(): string {
    this.expect('S');
    const standard = STANDARD[this.peek()];
    if (standard !== undefined) {
      this.at++;
      return standard;
    }
    const sequence = /^[0-9A-Z]*_/.exec(this.text.slice(this.at));
    if (sequence === null) throw new Error('not understood');
    this.at += sequence[0].length;
    return '…';
  }

  private withArguments(name: string): string {
    if (this.peek() === 'I') this.templateArguments();
    return name;
  }

  private templateArguments(): void {
    this.expect('I');
    while (!this.take('E')) this.templateArgument();
  }

  private templateArgument(): void {
    if (this.take('L')) {
      // `Lb1E`, `Li5E`, `L_Z1fE`: the value of a literal.
      if (this.text.startsWith('_Z', this.at)) throw new Error('not understood');
      this.type();
      while (!this.take('E')) this.step();
    } else if (this.take('J')) while (!this.take('E')) this.deeper(() => this.templateArgument());
    else this.type();
  }

  private templateParameter(): void {
    const parameter = /^T\d*_/.exec(this.text.slice(this.at));
    if (parameter === null) throw new Error('not understood');
    this.at += parameter[0].length;
  }

  /** Reads a type; the name of a class is given back, which is all that special names need. */
  private type(): string {
    return this.deeper(() => this.typeHere());
  }

  private typeHere(): string {
    while (/[PROKVr]/.test(this.peek())) this.at++;
    const next = this.peek();
    if (/[a-z]/.test(next)) {
      this.at += 1;
      return '';
    }
    if (next === 'T') this.templateParameter();
    else if (next === 'F') {
      this.at++;
      while (!this.take('E')) this.type();
    } else if (next === 'A') {
      const bound = /^A\d*_/.exec(this.text.slice(this.at));
      if (bound === null) throw new Error('not understood');
      this.at += bound[0].length;
      this.type();
    } else if (next === 'M') {
      this.at++;
      this.type();
      this.type();
    } else if (next === 'D' && /[npaidefhsu]/.test(this.peek(1))) {
      const isPack = this.peek(1) === 'p';
      this.at += 2;
      if (isPack) this.type();
    } else return this.name();
    if (this.peek() === 'I') this.templateArguments();
    return '';
  }

  private deeper<T>(read: () => T): T {
    if (++this.depth > DEEPEST) throw new Error('too deep');
    const result = read();
    this.depth--;
    return result;
  }

  private peek(ahead = 0): string {
    return this.text[this.at + ahead] ?? '';
  }

  private step(): void {
    if (this.at++ >= this.text.length) throw new Error('cut off');
  }

  private take(letter: string): boolean {
    if (this.text[this.at] !== letter) {
      if (this.at >= this.text.length) throw new Error('cut off');
      return false;
    }
    this.at++;
    return true;
  }

  private expect(letter: string): void {
    if (!this.take(letter)) throw new Error('not understood');
  }
}
