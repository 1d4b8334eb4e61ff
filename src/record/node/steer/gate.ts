// The gate of one thread: what the plan makes of where the thread is. src/steer says what a plan is, docs/steering-format.md what a gate does.

import { display } from '../../../base/quote.ts';
import { doings, type Standing } from '../../../steer/outcome.ts';
import { ANYBODY, type Plan, type StepKind, type Target } from '../../../steer/plan.ts';
import type { Gate, GateAccess, GateRequest } from '../core/steered.ts';
import { type Board, type Deed, Doing, type HeldLock, isAccess, overlap, Phase, Role } from './board.ts';
import { Cuts } from './cuts.ts';
import { Holdings } from './holdings.ts';
import { Looks, type Surroundings } from './looks.ts';
import type { OutcomeFile } from './outcome-file.ts';
import { Spinning } from './spinning.ts';
import { type Arrival, Stands } from './stands.ts';
import { Turns } from './turns.ts';

export interface GateOptions {
  readonly plan: Plan;
  readonly board: Board;
  readonly thread: number;
  /** Of forks. */
  readonly path: string;
  readonly outcome: OutcomeFile;
  /** The word for a site; undefined if nothing is known of it (yet). */
  word(site: number): string | undefined;
  /** The words of the calls around what is about to be done. */
  stack(): readonly string[];
  readonly around: Surroundings;
  /** The thread's own log. */
  words(): Int32Array;
  say(line: string): void;
}

/** What a plan has at a site, for this thread. */
interface Meaning {
  readonly reads: readonly number[];
  readonly writes: readonly number[];
  readonly acquires: readonly number[];
  /** Of a block that is cut: the targets that a lock here is on the way to. */
  readonly ways: readonly number[];
  readonly steps: readonly number[];
  /** Those of them that receive what was sent there. */
  readonly receipts: readonly number[];
}

type Located = Pick<GateAccess, 'low' | 'high' | 'bytes' | 'site'>;

/** What a thread that stands tells of itself, as JSON. */
interface Told {
  readonly standing: Omit<Standing, 'target'>;
  readonly stack: readonly string[];
}

const MOST_FRAMES = 32;

const NOTHING: Meaning = { reads: [], writes: [], acquires: [], ways: [], steps: [], receipts: [] };

export class ThreadGate implements Gate {
  private readonly options: GateOptions;
  private readonly board: Board;
  private readonly looks: Looks;
  private readonly stands: Stands;
  private readonly cuts: Cuts | undefined;
  private readonly turns: Turns;
  /** Only a plan of a deadlock asks for them. */
  private readonly holdings: Holdings | undefined;
  private readonly spinning = new Spinning();
  private spins = false;
  /** By the number of a site. */
  private readonly meanings = new Map<number, Meaning>();

  constructor(options: GateOptions) {
    const { plan, board, thread, path, outcome } = options;
    this.options = options;
    this.board = board;
    if (plan.targets.some(({ kind }) => kind === 'acquire')) this.holdings = new Holdings(board.locks, thread, options.words);
    this.looks = new Looks(board, thread, plan, options.around);
    const telling = {
      met: (texts: readonly string[]) => this.tellMeeting(texts),
      stop: () => this.stop(),
      stood: (seat: number, text: string) => {
        if (board.firstCame(seat)) outcome.tell({ stood: [{ ...told(text).standing, target: seat }] });
      },
      late: () => this.free(),
    };
    this.stands = new Stands(board, thread, this.looks, {
      seats: plan.targets.length,
      first: plan.order === 'any' ? plan.seed % Math.max(1, plan.targets.length) : Number(plan.order === 'second'),
      seed: plan.seed,
      fits,
      ...telling,
    });
    this.cuts = plan.cuts ? new Cuts(board, thread, this.looks, { plan, ...telling }) : undefined;
    const named = new Set([...plan.steps, ...plan.targets].map(({ thread: one }) => one).filter((one) => one !== ANYBODY));
    if (named.has(path)) board.namedBegins();
    this.turns = new Turns(board, this.looks, {
      named: named.size,
      steps: plan.steps.flatMap((step, i) => (step.thread === path ? [i] : [])),
      isSpare: plan.steps.length > 0 && !plan.targets.some((target) => this.isMeantBy(target)),
      diverged: (step, why) => {
        if (board.endSteps()) outcome.tell({ steps: step, diverged: { step, why } });
      },
    });
  }

  access(access: GateAccess): void {
    const { low, isWrite, site, bytes, isBarred, compares = false } = access;
    this.comesBy(access.call, isBarred !== undefined);
    if (bytes === 0 || this.board.phase > Phase.asking) return;
    const isBarredNow = isBarred?.() === true;
    this.watch(low, isWrite && !isBarredNow);
    const { reads, writes, acquires, ways } = this.meaning(site);
    // One that compares is in a trace as what it turned out to be.
    const targets = compares ? [...new Set([...reads, ...writes])] : isWrite ? writes : reads;
    if (this.cuts !== undefined) this.comeToBlock(this.cuts, targets, ways, access);
    else if (targets.length > 0) {
      const exchanges = compares && !isBarredNow;
      const doing = deedName(compares ? exchanges : isWrite, isBarred !== undefined);
      this.arrive(targets, access, doing, { ...(exchanges && { isStill: () => isBarred?.() !== true }) });
    } else if (acquires.length > 0 && isBarred !== undefined)
      this.arrive(acquires, access, 'acquire', { held: this.holdings?.list() ?? [] });
  }

  acquire(request: GateRequest): void {
    this.before(request.site);
    const { acquires } = this.meaning(request.site);
    if (this.board.phase > Phase.asking || acquires.length === 0) return;
    const mine = this.holdings?.list() ?? [];
    const held = request.held.filter(({ low, high }) => mine.some((lock) => lock.low === low && lock.high === high));
    this.arrive(acquires, { ...request, bytes: 1 }, 'acquire', { held });
  }

  before(site: number, message?: 'send' | 'receive'): void {
    this.comesBy();
    if (this.board.phase > Phase.asking) return;
    const { steps, receipts } = this.meaning(site);
    this.turns.before(
      message === 'receive' ? receipts : message === 'send' ? steps.filter((step) => !receipts.includes(step)) : steps,
    );
  }

  after(): void {
    this.turns.after();
    this.holdings?.see();
  }

  flushes(): void {
    this.holdings?.flush();
  }

  ended(thread: number): void {
    this.board.does(thread, Doing.over);
    for (let seat = 0; seat < this.options.plan.targets.length; seat++) this.board.rise(seat, thread);
    for (const role of Object.values(Role)) this.board.leave(role, thread);
  }

  block(isBegin: boolean): void {
    if (isBegin) this.cuts?.enters();
    else this.cuts?.leaves();
  }

  /** This thread has gone on since it last stood somewhere. An atomic has come by already, and is the step that it does. */
  private comesBy(call = 0, isAtomic = false): void {
    this.stands.passed();
    this.cuts?.goesOn(call);
    if (!isAtomic) this.turns.after();
  }

  private watch(low: number, isWrite: boolean): void {
    const spins = this.spinning.sees(low, isWrite);
    if (spins === this.spins) return;
    this.spins = spins;
    this.board.does(this.options.thread, spins ? Doing.spins : Doing.runs);
  }

  private arrive(
    targets: readonly number[],
    what: Located & { readonly isShared?: boolean },
    doing: (typeof doings)[number],
    { held = [], ...still }: Pick<Arrival, 'isStill'> & { readonly held?: readonly HeldLock[] } = {},
  ): void {
    const { low, high, bytes, isShared = false } = what;
    this.stands.arrive({
      targets,
      deed: { low, high, bytes, doing: doings.indexOf(doing), isShared, held, compares: false },
      text: this.textOf(what, doing),
      ...still,
    });
  }

  private comeToBlock(cuts: Cuts, targets: readonly number[], near: readonly number[], access: GateAccess): void {
    const { low, high, bytes, isWrite, isBarred, call = 0, compares = false } = access;
    const ways = isBarred === undefined ? [] : near;
    if (targets.length === 0 && ways.length === 0) return;
    const doing = targets.length === 0 ? 'acquire' : deedName(isWrite, isBarred !== undefined);
    const deed = { low, high, bytes, doing: doings.indexOf(doing), isShared: false, held: [], compares };
    cuts.come({ targets, ways, call, deed, text: this.textOf(access, doing) });
  }

  private textOf({ low, high, bytes, site }: Located, doing: (typeof doings)[number]): string {
    const address = `0x${(high * 0x1_0000_0000 + (low >>> 0)).toString(16)}`;
    const word = this.options.word(site) ?? '?';
    const standing = { thread: this.options.path, doing, address, bytes, site: word };
    return JSON.stringify({ standing, stack: [word, ...this.options.stack()].slice(0, MOST_FRAMES) } satisfies Told);
  }

  private isMeantBy({ thread }: Target): boolean {
    return thread === ANYBODY || thread === this.options.path;
  }

  private meaning(site: number): Meaning {
    const known = this.meanings.get(site);
    if (known !== undefined) return known;
    const word = this.options.word(site);
    // Another thread may be about to tell what the number means.
    if (word === undefined) return NOTHING;
    const { targets, ways, steps } = this.options.plan;
    const at = (...kinds: readonly string[]): number[] =>
      targets.flatMap((target, i) =>
        kinds.includes(target.kind) && this.isMeantBy(target) && target.sites.includes(word) ? [i] : [],
      );
    const own = (isOne: (kind: StepKind) => boolean): number[] =>
      steps.flatMap(({ kind, thread, sites }, i) =>
        isOne(kind) && thread === this.options.path && sites.includes(word) ? [i] : [],
      );
    const meaning = {
      reads: at('read', 'access'),
      writes: at('write', 'access'),
      acquires: at('acquire'),
      ways: ways.flatMap(({ target, sites }) => (this.isMeantBy(targets[target]!) && sites.includes(word) ? [target] : [])),
      steps: own(() => true),
      receipts: own((kind) => kind === 'load' || kind === 'receive'),
    };
    this.meanings.set(site, meaning);
    return meaning;
  }

  private tellMeeting(texts: readonly string[]): void {
    const { outcome, plan } = this.options;
    const seats = texts.map(told);
    outcome.tell({
      steps: plan.steps.length > 0 && this.board.hasSteps ? this.board.step : 0,
      met: seats.map(({ standing }, target) => ({ ...standing, target })),
      stacks: new Map(seats.map(({ stack }, target) => [target, stack])),
    });
    if (!this.isWatched()) return;
    const places = seats.map(
      ({ standing: { thread, doing, site } }) => `thread ${thread} before its ${doing} at ${display(site)}`,
    );
    this.options.say(`foretrace: met: ${places.join(', ')}`);
  }

  /** Whether somebody looks at the program with a debugger, or will. */
  private isWatched(): boolean {
    return this.options.plan.stops || this.options.around.isWatched();
  }

  /** Nothing happens here unless a debugger listens. */
  private stop(): void {
    if (!this.isWatched()) return;
    // biome-ignore lint/suspicious/noDebugger: this is where a person wants to look around
    debugger;
  }

  private free(): void {
    if (this.board.release()) this.options.outcome.tell({ freed: true });
  }
}

function deedName(isWrite: boolean, isAtomic: boolean): (typeof doings)[number] {
  return isAtomic ? (isWrite ? 'atomic-write' : 'atomic-read') : isWrite ? 'write' : 'read';
}

function told(text: string): Told {
  return JSON.parse(text) as Told;
}

/** Whether these are two accesses of which the order matters, or a cycle: each has the lock that the one before it wants. @internal */
export function fits(deeds: readonly Deed[]): boolean {
  if (!deeds.every(isAccess))
    return !deeds.some(isAccess) && deeds.every((deed, i) => bars(deeds[(i + 1) % deeds.length]!, deed));
  const [a, b] = deeds;
  if (a === undefined || b === undefined || deeds.length !== 2) return false;
  const [nameA, nameB] = [doings[a.doing]!, doings[b.doing]!];
  const isWrite = nameA.endsWith('write') || nameB.endsWith('write');
  const isPlain = !nameA.startsWith('atomic') || !nameB.startsWith('atomic');
  return isWrite && isPlain && overlap(a, b);
}

/** Whether the one has what the other wants. */
function bars({ held }: Deed, { low, high, isShared }: Deed): boolean {
  return held.some((lock) => lock.low === low && lock.high === high && !(lock.isShared && isShared));
}
