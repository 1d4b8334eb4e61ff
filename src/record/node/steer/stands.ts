// Threads that are to stand at the targets of a plan at one moment. A thread that comes to a target sits down in its seat, and waits until the
// others sit in theirs. Whoever sees that all are taken asks everybody else, who answers: one that was ended while it sat cannot, and so no
// meeting is told that was none. Then the first of them goes on, and the others when it has done what it stood before.

import { mixed } from '../../../steer/schedule.ts';
import { type Board, type Deed, isAccess, Phase } from './board.ts';
import type { Looks } from './looks.ts';
import { Patience } from './patience.ts';

/** What a thread has come to. */
export interface Arrival {
  /** The targets that it fits, from 0. */
  readonly targets: readonly number[];
  /** What it is about to do. */
  readonly deed: Deed;
  /** Told when they meet. */
  readonly text: string;
  /** Whether it would still do that: an exchange that compares writes only as long as it finds what it expects. */
  readonly isStill?: () => boolean;
}

export interface Meeting {
  readonly seats: number;
  /** The seat that goes on first. */
  readonly first: number;
  /** Decides at which of many visits a thread stands. */
  readonly seed: number;
  /** Whether what is about to be done in the seats is what the plan is about. */
  readonly fits: (deeds: readonly Deed[]) => boolean;
  /** All stand: to be told before anybody goes on. */
  readonly met: (texts: readonly string[]) => void;
  /** This thread is one of them. */
  readonly stop: () => void;
  readonly stood: (seat: number, text: string) => void;
  readonly late: () => void;
}

export class Stands {
  private readonly board: Board;
  private readonly thread: number;
  private readonly looks: Looks;
  private readonly meeting: Meeting;
  /** By seat: how often this thread has sat there in vain. */
  private readonly patience: readonly Patience[];
  /** The phase in which this thread went on, if it has not come to anything else since. */
  private passing: Phase | undefined;

  constructor(board: Board, thread: number, looks: Looks, meeting: Meeting) {
    this.board = board;
    this.thread = thread;
    this.looks = looks;
    this.meeting = meeting;
    this.patience = Array.from({ length: meeting.seats }, () => new Patience(mixed(meeting.seed, thread)));
  }

  /** This thread has come to something else, and so has done what it stood before. The first is held there until the others have, too. */
  passed(isEvent = true): void {
    const { passing } = this;
    if (passing === undefined) return;
    this.passing = undefined;
    if (passing === Phase.met && this.board.turn(Phase.met, Phase.passed) && isEvent)
      this.looks.wait(() => this.board.phase !== Phase.passed, 0, 'met');
    else if (passing === Phase.passed) this.board.turn(Phase.passed, Phase.free);
  }

  /** Holds the thread as long as the plan wants it there. */
  arrive(arrival: Arrival): void {
    if (this.board.phase === Phase.asking) this.looks.wait(() => this.board.phase !== Phase.asking);
    if (this.board.phase !== Phase.looking) return;
    const seat = this.take(arrival);
    if (seat < 0) return;
    this.meeting.stood(seat, arrival.text);
    this.hold(seat, arrival);
  }

  /** The seat that this thread sits in now; -1 if there is none for it. */
  private take({ targets, deed, text }: Arrival): number {
    // One that completes the meeting before all others.
    const needed = targets.filter((seat) => this.isNeededNow(seat, deed));
    for (const seat of needed) if (this.board.sit(seat, this.thread, deed, text)) return seat;
    for (const seat of targets) {
      // All others sit and wait for something else, to which this thread may come if it goes on; or they to what it is at.
      if (isAccess(deed) && this.others(seat).every((other) => this.board.sitter(other) >= 0) && this.passesBy()) continue;
      if (this.patience[seat]!.isWorthIt() && this.board.sit(seat, this.thread, deed, text)) return seat;
    }
    return -1;
  }

  private comings = 0;
  /** By the seed: every other time. */
  private passesBy(): boolean {
    return mixed(mixed(this.meeting.seed, this.thread), --this.comings) % 2 === 0;
  }

  private others(seat: number): number[] {
    return Array.from({ length: this.meeting.seats }, (_, i) => i).filter((other) => other !== seat);
  }

  /** Whether all others sit, and wait for just this. */
  private isNeededNow(seat: number, deed: Deed): boolean {
    const others = this.others(seat);
    if (others.some((other) => this.board.sitter(other) < 0 || this.board.sitter(other) === this.thread)) return false;
    return this.meeting.fits(Array.from({ length: this.meeting.seats }, (_, i) => (i === seat ? deed : this.board.deed(i))));
  }

  private hold(seat: number, arrival: Arrival): void {
    while (arrival.isStill?.() !== false) {
      const { phase } = this.board;
      if (phase === Phase.met) this.goOn(seat);
      if (phase >= Phase.met) break;
      if (phase === Phase.asking) this.answer(seat);
      else if (this.isNeededNow(seat, this.sitting(seat, arrival)) && this.board.ask(this.thread)) this.conduct(seat);
      else if (this.waitInVain(seat, arrival)) break;
    }
    this.board.rise(seat, this.thread);
  }

  /** What this thread is about to do, which the others see. */
  private sitting(seat: number, { deed, text }: Arrival): Deed {
    // Somebody may have taken this thread for one that is no more.
    if (this.board.sitter(seat) !== this.thread) this.board.sit(seat, this.thread, deed, text);
    return deed;
  }

  private waitInVain(seat: number, arrival: Arrival): boolean {
    const isUp = (): boolean => this.board.phase !== Phase.looking || this.isNeededNow(seat, this.sitting(seat, arrival));
    const waited = this.looks.wait(isUp, this.patience[seat]!.tries);
    if (waited === 'done') return false;
    this.patience[seat]!.tries++;
    if (waited === 'late') this.meeting.late();
    return true;
  }

  /** Somebody asks. If no word comes from them any more, they are not there. */
  private answer(seat: number): void {
    this.board.answer(seat);
    if (this.looks.wait(() => this.board.phase !== Phase.asking) !== 'done') this.board.turn(Phase.asking, Phase.looking);
  }

  /** Asks all others. */
  private conduct(seat: number): void {
    const others = this.others(seat).map((other) => ({ seat: other, sitter: this.board.sitter(other) }));
    const isThere = (one: (typeof others)[number]): boolean => this.board.sitter(one.seat) === one.sitter;
    const isDone = (): boolean => others.every(({ seat: other }) => this.board.hasAnswered(other)) || !others.every(isThere);
    const waited = this.looks.wait(() => isDone() || this.board.phase !== Phase.asking);
    if (waited === 'done' && this.board.phase === Phase.asking && others.every(isThere)) {
      this.meeting.met(Array.from({ length: this.meeting.seats }, (_, i) => this.board.text(i)));
      this.board.turn(Phase.asking, Phase.met);
      return;
    }
    // Whoever did not answer is no more.
    for (const { seat: other, sitter } of others) if (!this.board.hasAnswered(other)) this.board.rise(other, sitter);
    this.board.turn(Phase.asking, Phase.looking);
  }

  /** They have met. */
  private goOn(seat: number): void {
    this.meeting.stop();
    if (seat !== this.meeting.first && this.looks.wait(() => this.board.phase !== Phase.met, 0, 'met') !== 'done')
      this.board.turn(Phase.met, Phase.passed);
    this.passing = seat === this.meeting.first ? Phase.met : Phase.passed;
    // It may do nothing more that comes by here.
    queueMicrotask(() => this.passed(false));
  }
}
