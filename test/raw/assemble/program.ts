// Random programs as a recorder would see them: steps of several threads in one schedule, the raw logs that they leave, and, from the
// definitions and nothing else, which of their accesses race. Every access has a site of its own, so that pairs can be compared.

import fc from 'fast-check';
import { Order, Raw } from '../../../src/raw/format.ts';
import { RawLogWriter } from '../raw-log.ts';

export interface Step {
  readonly thread: number;
  readonly action: number;
  readonly place: number;
  readonly size: number;
  readonly order: number;
}

export const arbitrarySteps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({ thread: fc.nat(3), action: fc.nat(29), place: fc.nat(7), size: fc.nat(15), order: fc.nat(7) }),
  { minLength: 10, maxLength: 80, size: 'max' },
);

type Clock = number[];

interface Access {
  readonly site: number;
  readonly thread: number;
  readonly clock: Clock;
  readonly start: number;
  readonly end: number;
  /** Per byte: which use of the memory it belongs to. */
  readonly uses: readonly number[];
  readonly writes: boolean;
  readonly atomic: boolean;
}

/** A little below a border of pages. */
const MEMORY = 0x7ffd_1234_5000 - 16;
const PLACES = [0, 1, 2, 4, 8, 12, 16, 20];
const SIZES = [4, 4, 4, 4, 8, 8, 8, 1, 2, 2, 1, 16, 12, 24, 3, 4];
const ATOMIC_SIZES = [4, 4, 4, 8, 4, 4, 2, 1];
/** Mostly sequentially consistent, as in JavaScript. */
const ORDERS = [0, 1, 2, 3, 4, 5, 5, 5];

export class Program {
  readonly logs = [0, 1, 2, 3].map((number) => new RawLogWriter(number));
  private readonly accesses: Access[] = [];
  private readonly clocks: Clock[] = [0, 1, 2, 3].map((thread) => [0, 0, 0, 0].map((_, t) => Number(t === thread)));
  private readonly started = [true, false, false, false];
  private readonly ended = [false, false, false, false];
  private readonly joined = [false, false, false, false];
  /** What was handed over, by name. */
  private readonly given = new Map<string, Clock>();
  private readonly holders = new Map<number, { thread: number; depth: number }>();
  private readonly readers = new Map<number, Set<number>>();
  private readonly tokens = new Map<number, { readonly thread: number; readonly returned: boolean; readonly clock: Clock }[]>();
  private readonly takers = new Set<string>();
  private readonly uses = new Map<number, number>();
  /** Address → bytes of the block in use. */
  private readonly blocks = new Map<number, number>();
  private readonly stamps = [-1, -1, -1, -1];
  private time = 0;
  private readonly pace: number;
  private site = 0;

  /** `pace`: how much later each synchronisation is than the one before. */
  constructor(steps: readonly Step[], pace = 1) {
    this.pace = pace;
    for (const step of steps) {
      // Who is asked to act and does not run yet is started by another.
      if (!this.started[step.thread]) this.fork([0, 0, 1, 1].find((other) => this.runs(other)) ?? 0, step.thread);
      if (this.runs(step.thread)) this.step(step);
    }
  }

  /** Pairs of sites that race, smaller first, sorted. */
  races(): string[] {
    const pairs = new Set<string>();
    for (const [i, a] of this.accesses.entries())
      for (const b of this.accesses.slice(i + 1)) if (races(a, b)) pairs.add(`${a.site}-${b.site}`);
    return [...pairs].sort();
  }

  private runs(thread: number): boolean {
    return this.started[thread]! && !this.ended[thread];
  }

  private step({ thread, action, place, size, order }: Step): void {
    const address = MEMORY + PLACES[place]!;
    const lock = 0x10 + (place % 2) * 8;
    const bytes = SIZES[size]!;
    if (action < 5) this.plain(thread, Raw.read, address, bytes);
    else if (action < 10) this.plain(thread, Raw.write, address, bytes);
    else if (action === 10) this.plain(thread, Raw.readRange, address, size === 7 ? 10_000 : 20);
    else if (action === 11) this.plain(thread, Raw.writeRange, address, size === 7 ? 10_000 : 20);
    else if (action < 14) this.atomic(thread, Raw.atomicLoad, address, size, ORDERS[order]!);
    else if (action < 16) this.atomic(thread, Raw.atomicStore, address, size, ORDERS[order]!);
    else if (action < 18) this.atomic(thread, Raw.atomicUpdate, address, size, ORDERS[order]!);
    else if (action === 18) this.acquire(thread, lock);
    else if (action === 19) this.release(thread, lock);
    else if (action === 20) this.send(thread, lock);
    else if (action === 21) this.receive(thread, lock);
    else if (action === 22) this.post(thread, lock);
    else if (action === 23) this.take(thread, lock);
    else if (action === 24) this.readLock(thread, lock);
    else if (action === 25) this.readUnlock(thread, lock);
    else if (action === 26) this.use(thread, Raw.allocate, place, size);
    else if (action === 27) this.use(thread, Raw.free, place, size);
    else if (action === 28) this.join(thread, place % 4);
    else if (size === 0) this.end(thread);
  }

  private plain(thread: number, kind: number, address: number, bytes: number): void {
    this.look(thread);
    const site = ++this.site;
    const log = this.logs[thread]!;
    if (kind === Raw.read) log.read(address, bytes, site);
    else if (kind === Raw.write) log.write(address, bytes, site);
    else if (kind === Raw.readRange) log.readRange(address, bytes, site);
    else log.writeRange(address, bytes, site);
    this.access(thread, site, address, bytes, kind === Raw.write || kind === Raw.writeRange, false);
  }

  private atomic(thread: number, kind: number, place: number, size: number, order: number): void {
    const bytes = ATOMIC_SIZES[size % 8]!;
    const address = place - (place % bytes);
    this.tick(thread);
    const site = ++this.site;
    this.logs[thread]!.record(kind, { address, size: bytes, site, extra: order });
    const name = `atomic ${address} ${bytes} ${this.uses.get(address) ?? 0}`;
    const gives = order >= Order.release;
    const takes = order !== Order.relaxed && order !== Order.release;
    // The documented approximation: an update that releases acquires as well.
    if (kind === Raw.atomicLoad ? takes : kind === Raw.atomicUpdate && (takes || gives)) this.learn(thread, name);
    this.access(thread, site, address, bytes, kind !== Raw.atomicLoad, true);
    if (kind !== Raw.atomicLoad && gives) {
      this.given.delete(name);
      this.tell(thread, name);
    }
  }

  private acquire(thread: number, lock: number): void {
    const holder = this.holders.get(lock);
    const readers = this.readers.get(lock);
    if ((holder !== undefined && holder.thread !== thread) || (readers !== undefined && readers.size > 0)) return;
    this.holders.set(lock, { thread, depth: (holder?.depth ?? 0) + 1 });
    this.tick(thread);
    this.logs[thread]!.acquire(lock);
    this.learn(thread, `lock ${lock}`);
    this.learn(thread, `readers ${lock}`);
  }

  private release(thread: number, lock: number): void {
    const holder = this.holders.get(lock);
    if (holder?.thread !== thread) return;
    if (--holder.depth === 0) this.holders.delete(lock);
    this.tick(thread);
    this.logs[thread]!.release(lock);
    this.tell(thread, `lock ${lock}`);
  }

  private readLock(thread: number, lock: number): void {
    const readers = this.readers.get(lock) ?? new Set();
    if (this.holders.has(lock) || readers.has(thread)) return;
    this.readers.set(lock, readers.add(thread));
    this.tick(thread);
    this.logs[thread]!.record(Raw.acquireShared, { address: lock });
    this.learn(thread, `lock ${lock}`);
  }

  private readUnlock(thread: number, lock: number): void {
    if (!this.readers.get(lock)?.delete(thread)) return;
    this.tick(thread);
    this.logs[thread]!.record(Raw.releaseShared, { address: lock });
    this.tell(thread, `readers ${lock}`);
  }

  private fork(thread: number, child: number): void {
    if (this.started[child]) return;
    this.started[child] = true;
    this.tick(thread);
    this.logs[thread]!.record(Raw.fork, { address: child });
    this.clocks[child] = this.clocks[child]!.map((count, t) => Math.max(count, this.clocks[thread]![t]!));
    this.clocks[thread]![thread]!++;
    this.tick(child);
    this.logs[child]!.record(Raw.begin);
  }

  private join(thread: number, child: number): void {
    if (!this.ended[child] || this.joined[child] || child === thread) return;
    this.joined[child] = true;
    this.tick(thread);
    this.logs[thread]!.record(Raw.join, { address: child });
    this.clocks[thread] = this.clocks[thread]!.map((count, t) => Math.max(count, this.clocks[child]![t]!));
  }

  private end(thread: number): void {
    const holds = [...this.holders.values()].some((holder) => holder.thread === thread);
    const reads = [...this.readers.values()].some((readers) => readers.has(thread));
    if (thread === 0 || holds || reads) return;
    this.ended[thread] = true;
    this.tick(thread);
    this.logs[thread]!.record(Raw.end);
  }

  private send(thread: number, channel: number): void {
    this.tick(thread);
    this.logs[thread]!.record(Raw.send, { address: channel });
    this.tell(thread, `channel ${channel}`);
  }

  private receive(thread: number, channel: number): void {
    this.tick(thread);
    this.logs[thread]!.record(Raw.receive, { address: channel });
    this.learn(thread, `channel ${channel}`);
  }

  private post(thread: number, semaphore: number): void {
    this.tick(thread);
    this.logs[thread]!.record(Raw.semaphorePost, { address: semaphore });
    const tokens = this.tokens.get(semaphore) ?? [];
    this.tokens.set(semaphore, tokens);
    tokens.push({ thread, returned: this.takers.has(`${thread} ${semaphore}`), clock: [...this.clocks[thread]!] });
    this.clocks[thread]![thread]!++;
  }

  private take(thread: number, semaphore: number): void {
    const tokens = this.tokens.get(semaphore) ?? [];
    const token = tokens.find((t) => t.thread === thread) ?? tokens.find((t) => !t.returned) ?? tokens[0];
    if (token === undefined) return;
    tokens.splice(tokens.indexOf(token), 1);
    this.takers.add(`${thread} ${semaphore}`);
    this.tick(thread);
    this.logs[thread]!.record(Raw.semaphoreTake, { address: semaphore });
    this.clocks[thread] = this.clocks[thread]!.map((count, t) => Math.max(count, token.clock[t]!));
  }

  /** Blocks start at multiples of eight. */
  private use(thread: number, kind: number, place: number, size: number): void {
    const address = MEMORY + 8 * (place % 4);
    this.tick(thread);
    if (kind === Raw.allocate) {
      this.logs[thread]!.allocate(address, 8 + size, ++this.site);
      const old = this.blocks.get(address) ?? 0;
      this.blocks.set(address, 8 + size);
      this.renew(address, Math.max(8 + size, old));
    } else {
      this.logs[thread]!.free(address);
      this.renew(address, this.blocks.get(address) ?? 0);
      this.blocks.delete(address);
    }
  }

  private renew(address: number, bytes: number): void {
    const rounded = Math.ceil(bytes / 8) * 8;
    for (let byte = address; byte < address + rounded; byte++) this.uses.set(byte, (this.uses.get(byte) ?? 0) + 1);
  }

  private access(thread: number, site: number, start: number, bytes: number, writes: boolean, atomic: boolean): void {
    const uses = Array.from({ length: Math.min(bytes, 200) }, (_, i) => this.uses.get(start + i) ?? 0);
    this.accesses.push({ site, thread, clock: [...this.clocks[thread]!], start, end: start + bytes, uses, writes, atomic });
  }

  /** Synchronisation takes the next time. */
  private tick(thread: number): void {
    this.time += this.pace;
    this.stamps[thread] = this.time;
    this.logs[thread]!.stamp(this.time);
  }

  /** Plain accesses look at the time. */
  private look(thread: number): void {
    if (this.stamps[thread] === this.time) return;
    this.stamps[thread] = this.time;
    this.logs[thread]!.stamp(this.time);
  }

  private learn(thread: number, name: string): void {
    const clock = this.given.get(name);
    if (clock !== undefined) this.clocks[thread] = this.clocks[thread]!.map((count, t) => Math.max(count, clock[t]!));
  }

  private tell(thread: number, name: string): void {
    const before = this.given.get(name) ?? [0, 0, 0, 0];
    this.given.set(
      name,
      before.map((count, t) => Math.max(count, this.clocks[thread]![t]!)),
    );
    this.clocks[thread]![thread]!++;
  }
}

function races(a: Access, b: Access): boolean {
  if (a.thread === b.thread || (!a.writes && !b.writes)) return false;
  const sameRange = a.start === b.start && a.end === b.end;
  if (a.atomic && b.atomic && sameRange) return false;
  // `a` comes first: they are ordered if b's thread has heard of a.
  if (b.clock[a.thread]! >= a.clock[a.thread]!) return false;
  const from = Math.max(a.start, b.start);
  const to = Math.min(a.end, b.end);
  for (let byte = from; byte < to && byte < from + 200; byte++)
    if ((a.uses[byte - a.start] ?? 0) === (b.uses[byte - b.start] ?? 0)) return true;
  return false;
}
