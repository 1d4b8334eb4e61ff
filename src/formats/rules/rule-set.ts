// The rules of one grammar as they are read, in any order, and the columns that they make: every rule behind those that it uses.

import { InputError } from '../../base/error.ts';
import { quote } from '../../base/quote.ts';
import type { Slp } from '../../grammar/slp.ts';

interface Rule {
  readonly name: string;
  /** Where it begins; 0 if it was only used so far. */
  line: number;
  firstUse: number;
  /** Terminals, or ~rule for rules; in pairs with how often. */
  readonly body: number[];
}

const PRINTED_IN_PART = '`grammar show --all` prints a grammar whole';

export class RuleSet {
  private readonly file: string;
  private readonly rules: Rule[] = [];
  private readonly byName = new Map<string, number>();
  /** The first one that was defined generates the trace. */
  private start = -1;
  private current: Rule | undefined;

  constructor(file: string) {
    this.file = file;
  }

  get isEmpty(): boolean {
    return this.start < 0;
  }

  begin(name: string, line: number): void {
    const id = this.id(name, line);
    const rule = this.rules[id]!;
    if (rule.line > 0)
      throw this.error(
        'TRACE_BAD_LINE',
        line,
        `there is a rule ${quote(name)} already, in line ${rule.line}`,
        'give it another name',
      );
    rule.line = line;
    if (this.start < 0) this.start = id;
    this.current = rule;
  }

  terminal(symbol: number, count: number): void {
    this.current!.body.push(symbol, count);
  }

  rule(name: string, count: number, line: number): void {
    this.current!.body.push(~this.id(name, line), count);
  }

  /** Their names as well, in the order of the columns. */
  columns(terminals: number): { slp: Slp; names: string[] } {
    const order = this.inOrder();
    const place = new Int32Array(this.rules.length).fill(-1);
    for (const [r, id] of order.entries()) place[id] = r;
    const unused = this.rules.findIndex((_, id) => place[id] === -1);
    if (unused >= 0) {
      const { name, line } = this.rules[unused]!;
      const hint = `the first rule, ${quote(this.rules[this.start]!.name)}, generates the trace, with the rules that it uses`;
      throw this.error('GRAMMAR_UNUSED_RULE', line, `nothing uses rule ${quote(name)}`, hint);
    }
    const starts = new Uint32Array(order.length + 1);
    const size = order.reduce((sum, id) => sum + this.rules[id]!.body.length / 2, 0);
    const symbols = new Uint32Array(size);
    const counts = new Float64Array(size);
    let at = 0;
    for (const [r, id] of order.entries()) {
      const { body } = this.rules[id]!;
      for (let i = 0; i < body.length; i += 2) {
        symbols[at] = body[i]! < 0 ? terminals + place[~body[i]!]! : body[i]!;
        counts[at++] = body[i + 1]!;
      }
      starts[r + 1] = at;
    }
    return { slp: { terminals, starts, symbols, counts }, names: order.map((id) => this.rules[id]!.name) };
  }

  /** Rules behind all that they use, the start rule last, by a walk that a chain of rules of any length does not stop. */
  private inOrder(): number[] {
    const { rules, start } = this;
    const order: number[] = [];
    /** 1 on the path, 2 done. */
    const state = new Uint8Array(rules.length);
    const path = [start];
    const next = [0];
    state[start] = 1;
    while (path.length > 0) {
      const id = path.at(-1)!;
      const { body } = rules[id]!;
      let i = next.pop()!;
      while (i < body.length && (body[i]! >= 0 || state[~body[i]!] === 2)) i += 2;
      if (i >= body.length) {
        order.push(path.pop()!);
        state[id] = 2;
        continue;
      }
      const below = ~body[i]!;
      this.check(below, rules[id]!, state[below] === 1);
      next.push(i + 2, 0);
      path.push(below);
      state[below] = 1;
    }
    return order;
  }

  private check(id: number, user: Rule, isOnPath: boolean): void {
    const { name, line, firstUse, body } = this.rules[id]!;
    if (line === 0) {
      const hint = `write a blank between two symbols and a rule for each of them; an event is written T1:w(x); ${PRINTED_IN_PART}`;
      throw this.error('GRAMMAR_UNKNOWN_SYMBOL', firstUse, `there is no rule ${quote(name)}`, hint);
    }
    if (isOnPath) {
      const what = `rule ${quote(user.name)} uses rule ${quote(name)}, which leads back to it`;
      throw this.error('GRAMMAR_CYCLE', user.line, what, 'a grammar of a trace has no recursion');
    }
    // An empty rule could be repeated for ever without an event.
    if (body.length === 0) throw this.error('GRAMMAR_EMPTY_RULE', line, `rule ${quote(name)} has an empty body`, 'leave it out');
  }

  private id(name: string, line: number): number {
    let id = this.byName.get(name);
    if (id !== undefined) return id;
    id = this.rules.push({ name, line: 0, firstUse: line, body: [] }) - 1;
    this.byName.set(name, id);
    return id;
  }

  private error(code: ConstructorParameters<typeof InputError>[0], line: number, what: string, hint: string): InputError {
    return new InputError(code, { file: this.file, line }, what, hint);
  }
}
