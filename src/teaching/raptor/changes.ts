// What every event changes in Raptor's sets, the way the paper's Figures 4 to 7 show it. For small traces: all sets are compared after
// every event, and no owner is removed.

import { Lowering } from '../../trace/lowering.ts';
import { Op, operation } from '../../trace/operation.ts';
import type { Symbols, SymbolTable } from '../../trace/symbols.ts';
import type { Trace } from '../../trace/trace.ts';
import { Raptor } from './index.ts';
import { invented, lowerForks } from './lower-forks.ts';
import type { Element, Owner } from './owner.ts';

/** The elements that came to an owner's sets with an event, and the conditional ones that went. */
export interface SetChange {
  /** `x^2` for the second write, `x^2_T1` for T1's latest read after it, `m^3` for the third acquire. */
  readonly owner: string;
  readonly po: readonly string[];
  /** Locks with the index of the earliest release that the owner happens before; with a star where it is in that section. */
  readonly hb: readonly string[];
  readonly cp: readonly string[];
  /** `T2:m^1`: ordered to T2 if the first acquire of m is CP-before the next release of m. */
  readonly ccp: readonly string[];
  readonly ccpGone: readonly string[];
}

export interface Step {
  readonly position: number;
  readonly thread: string;
  /** After lowering: an access, acquire or release. */
  readonly event: string;
  readonly changes: readonly SetChange[];
}

type Sets = Readonly<Record<'po' | 'hb' | 'cp' | 'ccp', readonly string[]>>;

const NOTHING: Sets = { po: [], hb: [], cp: [], ccp: [] };

/** Steps up to a position. */
export function raptorSteps(trace: Trace, upTo: number): Step[] {
  const names = new Names(trace.symbols);
  const raptor = new Raptor();
  const steps: Step[] = [];
  let before = new Map<Owner, Sets>();
  const take = lowerForks((op, t, target, position) => {
    if (position > upTo) return;
    raptor.event(op, t, target, position);
    const after = new Map([...raptor.owners].map((owner) => [owner, names.sets(owner)] as const));
    const changes: SetChange[] = [];
    for (const [owner, sets] of after) {
      const change = difference(names.owner(owner), before.get(owner) ?? NOTHING, sets);
      if (change !== undefined) changes.push(change);
    }
    before = after;
    const what = op <= Op.write ? names.variable(target) : names.lock(target);
    steps.push({ position, thread: names.thread(t), event: `${operation(op as Op).short}(${what})`, changes });
  });
  const lowering = new Lowering(
    [Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join],
    false,
    ({ length, start, ops, threads, targets, positions }) => {
      for (let i = 0; i < length; i++) take(ops[i]!, threads[i]!, targets[i]!, positions?.[i] ?? start + i);
    },
  );
  for (const block of trace.blocks) if (block.start <= upTo) lowering.lower(block);
  return steps;
}

function difference(owner: string, before: Sets, after: Sets): SetChange | undefined {
  const added = (set: keyof Sets) => after[set].filter((element) => !before[set].includes(element));
  const ccpGone = before.ccp.filter((element) => !after.ccp.includes(element));
  const change = { owner, po: added('po'), hb: added('hb'), cp: added('cp'), ccp: added('ccp'), ccpGone };
  const { po, hb, cp, ccp } = change;
  return po.length + hb.length + cp.length + ccp.length + ccpGone.length === 0 ? undefined : change;
}

class Names {
  private readonly symbols: Symbols;

  constructor(symbols: Symbols) {
    this.symbols = symbols;
  }

  thread(t: number): string {
    return this.symbols.threads.name(t);
  }

  lock(m: number): string {
    return this.name(this.symbols.locks, 'lock', m);
  }

  variable(x: number): string {
    return this.name(this.symbols.variables, 'variable', x);
  }

  owner({ kind, target, index, thread }: Owner): string {
    if (kind === 'acquire') return `${this.lock(target)}^${index}`;
    return `${this.variable(target)}^${index}${kind === 'read' ? `_${this.thread(thread)}` : ''}`;
  }

  sets(owner: Owner): Sets {
    const elements = [...owner.hb].map(([element, index]) => {
      if (index === 0) return this.element(element);
      const inside = owner.inside.get(Number(element.slice(1))) === index;
      return `${this.element(element)}^${index}${inside ? '*' : ''}`;
    });
    const conditional = [...owner.ccp].flatMap(([element, conditions]) =>
      [...conditions].map(([m, index]) => `${this.element(element)}:${this.lock(m)}^${index}`),
    );
    const plain = (set: ReadonlySet<Element>) => [...set].map((element) => this.element(element));
    return { po: plain(owner.po), hb: elements, cp: plain(owner.cp), ccp: conditional };
  }

  private element(element: Element): string {
    if (element === 'ξ') return element;
    const id = Number(element.slice(1));
    if (element.startsWith('T')) return this.thread(id);
    return element.startsWith('L') ? this.lock(id) : `ξ_${this.thread(id)}`;
  }

  /** Lowering invents locks and variables that have no name. */
  private name(table: SymbolTable, kind: string, id: number): string {
    const lowered = invented(id);
    if (lowered !== undefined) return `${lowered.kind} ${this.thread(lowered.thread)}`;
    return id < table.size ? table.name(id) : `${kind} ${id}`;
  }
}
