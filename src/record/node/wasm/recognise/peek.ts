// Finds plain loads that only look at a word before the thread goes to it with an atomic: whatever such a load returns, the thread does
// nothing that others could notice until an atomic of the same word has told it the truth, or it looks again. Two idioms have them:
//   do old = *p; while (cas(p, old, f(old)) != old)     the exchange verifies what was read; if it fails, the word is read again
//   while (*p != 0 || swap(p, 1) != 0) yield()          what was read decides only whether to try now or to look again
// All ways on from the load are followed, with values as symbols. A way that comes to another access, to a call (but for one that only
// yields), or to the end of the function, or that takes the unverified value along, means that the load is no such look.

import { atomicAccess, Code, Prefix } from '../opcode.ts';
import type { FunctionCode, Step } from './code.ts';

/** Steps on all ways on from one load: idioms take some dozens. */
const MOST_STEPS = 400;

/** What the load returned is a part of it. */
const FROM_LOAD = 1;
/** What the exchange returned that expected the loaded value. */
const EXCHANGED = 2;
/** Not 0 if, and only if, that exchange failed; or succeeded. */
const FAILED = 3;
const SUCCEEDED = 4;

interface Value {
  /** Equal texts are equal values on one way. */
  readonly text: string;
  readonly kind: 0 | typeof FROM_LOAD | typeof EXCHANGED | typeof FAILED | typeof SUCCEEDED;
  /** It is the very value that was loaded. */
  readonly isLoad?: boolean;
  /** A symbol and a number that is added to it. */
  readonly base?: string;
  readonly more?: number;
}

interface State {
  readonly stack: Value[];
  readonly locals: Map<number, Value>;
}

/** The places in the module of the loads of a function that are such looks. `yields`: functions that touch no memory. */
export function peeksOf(code: FunctionCode, yields: Pick<ReadonlySet<number>, 'has'>): number[] {
  const found: number[] = [];
  for (const [step, { opcode, at }] of code.steps.entries())
    if (isWordLoad(opcode) && new Look(code, yields, step).isPeek()) found.push(at);
  return found;
}

/** Loads that do not tear where they are aligned, and atomics are. */
function isWordLoad(opcode: number): boolean {
  return opcode === Code.firstAccess || opcode === I64_LOAD;
}

const I64_LOAD = 0x29;
const I32_EQZ = 0x45;
const I32_EQ = 0x46;
const I32_NE = 0x47;
const I64_EQZ = 0x50;
const I64_EQ = 0x51;
const I64_NE = 0x52;
const I32_XOR = 0x73;
const I32_SUB = 0x6b;

class Look {
  private readonly code: FunctionCode;
  private readonly yields: Pick<ReadonlySet<number>, 'has'>;
  private readonly load: number;
  private readonly bytes: number;
  private address = '';
  private left = MOST_STEPS;
  private symbols = 0;

  constructor(code: FunctionCode, yields: Pick<ReadonlySet<number>, 'has'>, load: number) {
    this.code = code;
    this.yields = yields;
    this.load = load;
    this.bytes = code.steps[load]!.opcode === I64_LOAD ? 8 : 4;
  }

  isPeek(): boolean {
    const state: State = { stack: [], locals: new Map() };
    for (let at = this.straightTo(this.load); at < this.load; at++) if (!this.pure(this.code.steps[at]!, state)) return false;
    this.address = this.addressOf(this.pop(state), this.code.steps[this.load]!);
    state.stack.push({ text: 'loaded', kind: FROM_LOAD, isLoad: true });
    return this.follow(this.load + 1, state, new Set());
  }

  /** Where the code begins that has no branch, no label and no effect before the load. */
  private straightTo(load: number): number {
    let from = load;
    while (from > 0 && isPure(this.code.steps[from - 1]!.opcode)) from--;
    return from;
  }

  /** Whether all ways on from here are harmless. */
  private follow(from: number, state: State, visited: Set<number>): boolean {
    const { steps, parents, elses, ends } = this.code;
    for (let at = from; ; at++) {
      const step = steps[at];
      if (step === undefined || this.left-- === 0) return false;
      if (at === this.load) return this.looksAgain(state, step);
      if (visited.has(at)) return false;
      visited.add(at);
      const { opcode } = step;
      if (opcode === Code.block || opcode === Code.loop) {
        if (this.code.typed.has(at)) return false;
      } else if (opcode === Code.end) {
        if (parents[at] === -1 && at === steps.length - 1) return false;
      } else if (opcode === Code.else) at = ends.get(parents[at]!)! - 1;
      else if (opcode === Code.br) return this.branch(at, step.number, state, visited);
      else if (opcode === Code.brIf || opcode === Code.if) {
        const condition = this.pop(state);
        const taken = (): boolean => {
          if (condition.kind === SUCCEEDED) return true;
          const copy = copyOf(state);
          if (opcode === Code.brIf) return this.branch(at, step.number, copy, new Set(visited));
          return !this.code.typed.has(at) && this.follow(at + 1, copy, new Set(visited));
        };
        if (!taken()) return false;
        // The exchange did not fail: the word held what was read.
        if (condition.kind === FAILED) return true;
        if (opcode === Code.if) at = elses.get(at) ?? ends.get(at)! - 1;
      } else if (opcode === Code.call) {
        if (!this.yields.has(step.number) || state.stack.some(isUnverified)) return false;
        state.stack.push(this.unknown());
      } else if (opcode >>> 16 === Prefix.atomic) {
        const verdict = this.atomic(step, state);
        if (verdict !== undefined) return verdict;
      } else if (!this.pure(step, state)) return false;
    }
  }

  private branch(at: number, depth: number, state: State, visited: Set<number>): boolean {
    const { steps, parents, ends, typed } = this.code;
    if (state.stack.some(isUnverified)) return false;
    let opener = parents[at]!;
    for (let up = depth; up > 0 && opener >= 0; up--) opener = parents[opener]!;
    if (opener < 0 || typed.has(opener)) return false;
    state.stack.length = 0;
    return this.follow(steps[opener]!.opcode === Code.loop ? opener + 1 : ends.get(opener)! + 1, state, visited);
  }

  /** The way has come back to the load: nothing of what was read may be left, but in locals that are set before they are read. */
  private looksAgain(state: State, step: Step): boolean {
    if (this.addressOf(this.pop(state), step) !== this.address || state.stack.some(isUnverified)) return false;
    const stale = new Set([...state.locals].filter(([, value]) => isUnverified(value)).map(([local]) => local));
    for (let at = this.load + 1; stale.size > 0; at++) {
      const { opcode, number } = this.code.steps[at]!;
      if (opcode === Code.localSet || opcode === Code.localTee) stale.delete(number);
      else if (opcode === Code.localGet ? stale.has(number) : !isPure(opcode) && atomicAccess(opcode) === undefined) return false;
    }
    return true;
  }

  /** Undefined if the way goes on: an exchange that expected what was read tells by its result. */
  private atomic(step: Step, state: State): boolean | undefined {
    const access = atomicAccess(step.opcode);
    const isWait = step.opcode === Code.wait32 || step.opcode === Code.wait64;
    if (access === undefined && !isWait) return false;
    const operands = access === undefined ? 2 : access.group === 'load' ? 0 : access.group === 'compareExchange' ? 2 : 1;
    const values: Value[] = [];
    for (let i = 0; i < operands; i++) values.unshift(this.pop(state));
    const address = this.addressOf(this.pop(state), step);
    const bytes = access?.bytes ?? (step.opcode === Code.wait64 ? 8 : 4);
    // A plain store of the word by others would race with this one, too: nothing is hidden by passing over the load.
    if (address !== this.address || bytes !== this.bytes || access?.group === 'store') return false;
    if (access?.group === 'compareExchange' && values[0]!.isLoad === true) {
      state.stack.push({ text: 'exchanged', kind: EXCHANGED });
      return undefined;
    }
    return ![...values, ...state.stack, ...state.locals.values()].some(isUnverified);
  }

  /** Does what an instruction does that has no effect; false if it is none of these. */
  private pure({ opcode, number }: Step, state: State): boolean {
    if (!isPure(opcode)) return false;
    const { stack, locals } = state;
    switch (opcode) {
      case Code.localGet:
        stack.push(locals.get(number) ?? { text: `local ${number}`, kind: 0, base: `local ${number}`, more: 0 });
        return true;
      case Code.localSet:
        locals.set(number, this.pop(state));
        return true;
      case Code.localTee:
        locals.set(number, stack.at(-1) ?? this.unknown());
        return true;
      case Code.globalGet:
        stack.push({ text: `global ${number}`, kind: 0, base: `global ${number}`, more: 0 });
        return true;
      case Code.i32Const:
        stack.push({ text: String(number), kind: 0, base: '', more: number });
        return true;
      case Code.i64Const:
      case Code.f32Const:
      case Code.f64Const:
        stack.push(this.unknown());
        return true;
      case Code.drop:
        this.pop(state);
        return true;
      case Code.nop:
        return true;
      case Code.select: {
        const operands = [this.pop(state), this.pop(state), this.pop(state)];
        stack.push({ ...this.unknown(), kind: operands.some(isUnverified) ? FROM_LOAD : 0 });
        return true;
      }
    }
    const right = isUnary(opcode) ? undefined : this.pop(state);
    const left = this.pop(state);
    stack.push(resultOf(opcode, left, right));
    return true;
  }

  private pop({ stack }: State): Value {
    return stack.pop() ?? this.unknown();
  }

  private unknown(): Value {
    const text = `unknown ${this.symbols++}`;
    return { text, kind: 0, base: text, more: 0 };
  }

  private addressOf(value: Value, { number }: Step): string {
    return value.base === undefined ? `${value.text} + ${number}` : `${value.base} + ${value.more! + number}`;
  }
}

function copyOf({ stack, locals }: State): State {
  return { stack: [...stack], locals: new Map(locals) };
}

/** What the exchange returned is true, whatever was read. */
function isUnverified({ kind }: Value): boolean {
  return kind === FROM_LOAD || kind === FAILED || kind === SUCCEEDED;
}

function isPure(opcode: number): boolean {
  switch (opcode) {
    case Code.localGet:
    case Code.localSet:
    case Code.localTee:
    case Code.globalGet:
    case Code.i32Const:
    case Code.i64Const:
    case Code.f32Const:
    case Code.f64Const:
    case Code.drop:
    case Code.nop:
    case Code.select:
      return true;
  }
  return opcode >= Code.firstNumeric && opcode <= Code.lastNumeric;
}

/** Of the numeric instructions. */
function isUnary(opcode: number): boolean {
  return (
    opcode === I32_EQZ ||
    opcode === I64_EQZ ||
    (opcode >= 0x67 && opcode <= 0x69) ||
    (opcode >= 0x79 && opcode <= 0x7b) ||
    (opcode >= 0x8b && opcode <= 0x91) ||
    (opcode >= 0x99 && opcode <= 0x9f) ||
    opcode >= 0xa7
  );
}

function resultOf(opcode: number, left: Value, right: Value | undefined): Value {
  const text = `${opcode}(${left.text},${right?.text})`;
  if (right === undefined) {
    if (opcode === I32_EQZ && left.kind === FAILED) return { text, kind: SUCCEEDED };
    if (opcode === I32_EQZ && left.kind === SUCCEEDED) return { text, kind: FAILED };
    return { text, kind: isUnverified(left) ? FROM_LOAD : 0 };
  }
  const compares = (left.kind === EXCHANGED && right.isLoad === true) || (right.kind === EXCHANGED && left.isLoad === true);
  if (compares) {
    if ([I32_NE, I64_NE, I32_XOR, I32_SUB].includes(opcode)) return { text, kind: FAILED };
    if (opcode === I32_EQ || opcode === I64_EQ) return { text, kind: SUCCEEDED };
  }
  const kind = isUnverified(left) || isUnverified(right) ? FROM_LOAD : 0;
  if (opcode === Code.i32Add && kind === 0) {
    if (left.base !== undefined && right.base === '')
      return { text, kind, base: left.base, more: (left.more! + right.more!) | 0 };
    if (right.base !== undefined && left.base === '')
      return { text, kind, base: right.base, more: (left.more! + right.more!) | 0 };
  }
  return { text, kind };
}
