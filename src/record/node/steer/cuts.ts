// A block of one thread that another one cuts: the block has done an access, another thread does one that conflicts with it, and then the block comes to one
// that conflicts with that. Nothing else is told: the other one did its access while the block was held after its first, and was done before the block went
// on; the memory of all three overlaps, and who is said to write does; and the block, one that the program calls atomic, has not been left meanwhile.

import { doings } from '../../../steer/outcome.ts';
import { Cut, type Plan } from '../../../steer/plan.ts';
import { mixed } from '../../../steer/schedule.ts';
import { type Board, type Deed, overlap, Phase, Role } from './board.ts';
import type { Looks } from './looks.ts';
import { Patience } from './patience.ts';

/** What a thread has come to. */
export interface CutArrival {
  /** The targets that it fits, and those that it is on the way to. */
  readonly targets: readonly number[];
  readonly ways: readonly number[];
  /** As `GateAccess` has it. */
  readonly call: number;
  /** It is not barred if it is sure to write where it says so. */
  readonly deed: Deed;
  readonly text: string;
}

/** The access of a block before the cut. */
interface Opening extends Pick<CutArrival, 'call' | 'deed' | 'text'> {
  isDone: boolean;
  /** What came in between. */
  cut?: { readonly deed: Deed; readonly text: string };
}

export interface Cutting {
  readonly plan: Plan;
  readonly met: (texts: readonly string[]) => void;
  readonly stop: () => void;
  readonly stood: (target: number, text: string) => void;
  readonly late: () => void;
}

export class Cuts {
  private readonly board: Board;
  private readonly thread: number;
  private readonly looks: Looks;
  private readonly cutting: Cutting;
  private readonly patience: readonly Patience[];
  /** Annotated blocks that the thread is in. */
  private blocks = 0;
  private opening: Opening | undefined;
  /** The call in which this thread cuts another one's block, and whose. */
  private cuts: { readonly call: number; readonly block: number } | undefined;
  /** This thread has met somebody who waits for the end of its block. */
  private ends = false;

  constructor(board: Board, thread: number, looks: Looks, cutting: Cutting) {
    this.board = board;
    this.thread = thread;
    this.looks = looks;
    this.cutting = cutting;
    const seed = mixed(cutting.plan.seed, thread);
    this.patience = cutting.plan.targets.map(() => new Patience(seed));
  }

  enters(): void {
    this.blocks++;
  }

  leaves(): void {
    this.blocks = Math.max(0, this.blocks - 1);
    if (this.blocks === 0) this.opening = undefined;
  }

  /** The thread has come to something: what it did before that is done, unless it is of the same call. */
  goesOn(call: number): void {
    const isOver = (before: number): boolean => call === 0 || call !== before;
    if (this.opening !== undefined && isOver(this.opening.call)) this.opening.isDone = true;
    if (this.cuts !== undefined && isOver(this.cuts.call)) this.isCutNow();
    if (this.ends) {
      this.ends = false;
      this.board.turn(Phase.met, Phase.passed);
    }
  }

  come(arrival: CutArrival): void {
    const { targets, ways, text } = arrival;
    for (const target of targets) this.cutting.stood(target, text);
    if (ways.includes(Cut.after) && this.opening?.isDone) this.awaitCut(this.opening);
    else if (ways.includes(Cut.between) && this.opening === undefined) this.onTheWay(arrival);
    if (targets.includes(Cut.after)) this.after(arrival);
    if (targets.includes(Cut.between)) this.between(arrival);
    if (targets.includes(Cut.before)) this.before(arrival);
  }

  private get isWhole(): boolean {
    return this.cutting.plan.order === 'second';
  }

  private hasWay(target: number): boolean {
    return this.cutting.plan.ways.some((way) => way.target === target);
  }

  private get isLed(): boolean {
    return this.board.phase === Phase.looking;
  }

  /** Waits for what may never be. */
  private await(target: number, isSo: () => boolean): void {
    const patience = this.patience[target]!;
    const waited = this.looks.wait(() => isSo() || !this.isLed, patience.tries);
    if (waited === 'done') return;
    patience.tries++;
    if (waited === 'late') this.cutting.late();
  }

  private isAnother(role: Role): boolean {
    const other = this.board.holder(role);
    return other >= 0 && other !== this.thread;
  }

  /** Somebody waits for the end of this thread's block, and has said what it will do then. */
  private isAwaited(): boolean {
    return this.isAnother(Role.waits) && this.board.sitter(Cut.between) === this.board.holder(Role.waits);
  }

  private before({ call, deed, text }: CutArrival): void {
    this.opening = undefined;
    if (this.blocks === 0 || !this.isLed) return;
    if (this.isWhole && this.patience[Cut.before]!.isWorthIt()) this.await(Cut.before, () => this.isAwaited());
    this.opening = { call, deed, text, isDone: false };
  }

  private awaitCut(opening: Opening): void {
    const { board, thread } = this;
    if (this.isWhole || !this.isLed || opening.cut !== undefined) return;
    if (!this.patience[Cut.after]!.isWorthIt() || !board.take(Role.block, thread)) return;
    // One that was waited for in vain may still cut what was.
    if (board.holder(Role.cutter) >= 0) {
      board.leave(Role.block, thread);
      return;
    }
    board.leave(Role.cut, thread);
    board.seat(Cut.before, thread, opening.deed, opening.text);
    const isCut = (): boolean => board.holder(Role.cut) === thread;
    this.await(Cut.after, isCut);
    board.rise(Cut.before, thread);
    // Whoever has begun to cut is waited for: it does not begin when nobody sits there any more.
    if (!isCut() && board.holder(Role.cutter) >= 0) this.looks.wait(() => isCut() || board.holder(Role.cutter) < 0);
    if (isCut()) opening.cut = { deed: board.deed(Cut.between), text: board.text(Cut.between) };
    else if (board.holder(Role.cutter) >= 0) this.opening = undefined;
    board.leave(Role.cut, thread);
    board.leave(Role.block, thread);
  }

  private after({ deed, text }: CutArrival): void {
    const { opening } = this;
    if (!opening?.isDone || !overlap(opening.deed, deed)) return;
    if (this.isWhole) {
      this.afterWhole(opening, deed, text);
      return;
    }
    if (!this.hasWay(Cut.after)) this.awaitCut(opening);
    const { cut } = opening;
    if (this.opening !== opening || cut === undefined || !conflict(cut.deed, deed)) return;
    if (this.meet([opening.text, cut.text, text])) this.board.release();
  }

  /** The block comes to its end while another one waits for that. */
  private afterWhole(opening: Opening, deed: Deed, text: string): void {
    const { board } = this;
    if (!this.isAwaited()) return;
    if (!this.hasWay(Cut.between) && !conflict(board.deed(Cut.between), deed)) return;
    if (!this.meet([opening.text, board.text(Cut.between), text])) return;
    this.ends = true;
    queueMicrotask(() => this.goesOn(0));
  }

  private meet(texts: readonly string[]): boolean {
    if (!this.board.turn(Phase.looking, Phase.met)) return false;
    this.cutting.met(texts);
    this.cutting.stop();
    return true;
  }

  private onTheWay(arrival: CutArrival): void {
    if (!this.isLed || !this.patience[Cut.between]!.isWorthIt()) return;
    if (this.isWhole) this.awaitEnd(arrival);
    else this.await(Cut.between, () => this.isAnother(Role.block));
  }

  private between(arrival: CutArrival): void {
    const stands = !this.hasWay(Cut.between);
    if (!this.isLed) return;
    if (this.isWhole) {
      if (stands) this.onTheWay(arrival);
    } else if (!this.isCutting(arrival) && stands && this.patience[Cut.between]!.isWorthIt())
      this.await(Cut.between, () => this.isCutting(arrival));
  }

  private awaitEnd({ deed, text }: CutArrival): void {
    const { board, thread } = this;
    if (!board.take(Role.waits, thread)) return;
    board.seat(Cut.between, thread, deed, text);
    const patience = this.patience[Cut.between]!;
    if (this.looks.wait(() => board.phase >= Phase.passed, patience.tries) !== 'done') patience.tries++;
    board.rise(Cut.between, thread);
    board.leave(Role.waits, thread);
    if (board.phase === Phase.passed) board.release();
  }

  /** Whether a block that is held is cut by what this thread does now. */
  private isCutting({ call, deed, text }: CutArrival): boolean {
    const { board, thread } = this;
    const isThere = (): boolean => {
      const isHeld = this.isAnother(Role.block) && board.sitter(Cut.before) === board.holder(Role.block);
      return isHeld && board.holder(Role.cut) < 0 && conflict(board.deed(Cut.before), deed);
    };
    if (!isThere() || !board.take(Role.cutter, thread)) return false;
    // From now on whoever sits there does not go on before it is cut.
    if (!isThere()) {
      board.leave(Role.cutter, thread);
      return false;
    }
    board.seat(Cut.between, thread, deed, text);
    this.cuts = { call, block: board.sitter(Cut.before) };
    // It may do nothing more that comes by here.
    queueMicrotask(() => this.goesOn(0));
    return true;
  }

  private isCutNow(): void {
    const { board, thread, cuts } = this;
    this.cuts = undefined;
    board.rise(Cut.between, thread);
    board.take(Role.cut, cuts!.block);
    board.leave(Role.cutter, thread);
  }
}

/** Who compares first may write nothing. */
function conflict(a: Deed, b: Deed): boolean {
  return overlap(a, b) && (isSureWrite(a) || isSureWrite(b));
}

function isSureWrite({ doing, compares }: Deed): boolean {
  return doings[doing]!.endsWith('write') && !compares;
}
