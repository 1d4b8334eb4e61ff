// The sets that Raptor keeps for one access or one acquire (its section 4), as they are in the paper: slow, and easy to look at.

/** What an owner can be ordered to: a thread, a lock, the next write ξ, or the read ξ_t of thread t before it. */
export type Element = `T${number}` | `L${number}` | 'ξ' | `ξ${number}`;

export const thread = (t: number): Element => `T${t}`;
export const lock = (m: number): Element => `L${m}`;
export const NEXT_WRITE: Element = 'ξ';
export const readBy = (t: number): Element => `ξ${t}`;

export class Owner {
  readonly kind: 'write' | 'read' | 'acquire';
  /** Variable or lock. */
  readonly target: number;
  /** Which write, the write that a read comes after, or which acquire. */
  readonly index: number;
  readonly thread: number;
  readonly position: number;
  readonly po = new Set<Element>();
  /** Locks with the index of the earliest release that the owner happens before, all else with 0. */
  readonly hb = new Map<Element, number>();
  /** Sections that the access is in: lock → index. */
  readonly inside: ReadonlyMap<number, number>;
  readonly cp = new Set<Element>();
  /** Element → lock → index: ordered to the element if that acquire of the lock is CP-before the lock's next release. */
  readonly ccp = new Map<Element, Map<number, number>>();

  constructor(
    kind: Owner['kind'],
    target: number,
    index: number,
    t: number,
    position: number,
    inside: ReadonlyMap<number, number>,
  ) {
    this.kind = kind;
    this.target = target;
    this.index = index;
    this.thread = t;
    this.position = position;
    this.inside = inside;
    this.po.add(thread(t));
    this.hb.set(thread(t), 0);
    for (const [m, j] of inside) this.hb.set(lock(m), j);
  }

  addHb(element: Element, index = 0): void {
    if (!this.hb.has(element)) this.hb.set(element, index);
  }

  /** No effect if the element already waits for an earlier acquire of the lock, nor if it need not wait: the paper's figures omit those. */
  addCcp(element: Element, m: number, index: number): void {
    if (this.cp.has(element)) return;
    let conditions = this.ccp.get(element);
    if (conditions === undefined) {
      conditions = new Map();
      this.ccp.set(element, conditions);
    }
    const known = conditions.get(m);
    if (known === undefined || index < known) conditions.set(m, index);
  }

  removeCcp(m: number): void {
    for (const [element, conditions] of this.ccp) {
      conditions.delete(m);
      if (conditions.size === 0) this.ccp.delete(element);
    }
  }

  /** One element is ordered as another is: what the owner knows of `from` at this moment holds for `to`. */
  copy(from: Element, to: Element): void {
    if (this.po.has(from)) this.po.add(to);
    if (this.hb.has(from)) this.addHb(to);
    if (this.cp.has(from)) this.cp.add(to);
    for (const [m, j] of this.ccp.get(from) ?? []) this.addCcp(to, m, j);
  }
}
