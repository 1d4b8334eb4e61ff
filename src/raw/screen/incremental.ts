// Screens logs while they grow. Up to a *frontier* all synchronisation is there, whoever did it; what is later has to wait. A plain access may
// come after its time: its thread has synchronised with nobody since, so nothing that was handled before it can be ordered after it.
//
// Where the kernel doubts an access to memory that others have used under a lock, all is looked at once more by a thorough one, which takes
// three times as long: a quarter of what a trace and its analysis take. Where an access came so late that what was known of its memory may be gone,
// all is looked at once more when everything is there: in whole logs nothing is late.

import { Feeding } from './feeding.ts';
import { Screen } from './screen.ts';
import type { LogSource } from './source.ts';

/** What a recording has in which no two accesses can race, and no threads wait for each other's locks. */
export interface Screened {
  readonly events: number;
  readonly locks: number;
  readonly variables: number;
}

/** Records between two pauses. */
const SLICE = 1 << 20;
/** A row of steps per thread grows with its square. */
export const MOST_THREADS = 1024;
/** As many as a row has room for that takes no more than a line of the cache. */
export const FEW_THREADS = 16;
const GROWTH = 4;

export class IncrementalScreen {
  private readonly source: LogSource;
  private capacity: number;
  private screen: Screen;
  private feeding: Feeding;
  private isThorough = false;
  private isDoubtful = false;
  /** An access came after its time, to memory that was another's by then: all is looked at once more when everything is there. */
  private isLate = false;
  /** The screen has begun when everything was there. */
  private isWhole = false;

  /** `capacity`: logs that there is room for. With more of them the screen starts again with more room. */
  constructor(source: LogSource, capacity: number = FEW_THREADS) {
    this.source = source;
    this.capacity = Math.max(capacity, 1);
    this.screen = this.newScreen();
    this.feeding = this.newFeeding();
  }

  /** Records that were handled. */
  get records(): number {
    return this.screen.kernel.recordCount();
  }

  /** There is a log of the thread with this number, as the program's runtime gave it. */
  log(number: number): void {
    if (this.feeding.numbers.length === this.capacity) this.grow();
    if (!this.isDoubtful) this.feeding.add(this.screen.add(number), number);
  }

  /** Handles what there is up to the time `frontier`. False once two accesses might race, or it cannot be told here. */
  async run(frontier: number, pause?: () => Promise<void> | undefined): Promise<boolean> {
    const paused = async () => {
      await pause?.();
      return true;
    };
    while (this.goesOn && (await this.feeding.run(frontier, SLICE, paused)) === 'doubt') {
      const { kernel } = this.screen;
      if (kernel.wasLate() && !this.isWhole) this.isLate = true;
      else {
        this.isDoubtful = !kernel.mayBeOver();
        this.isThorough = true;
      }
      if (!this.isDoubtful) this.restart();
    }
    return !this.isDoubtful;
  }

  /** There will be no more. Undefined if two accesses might race, or if it cannot be told. */
  async end(pause?: () => Promise<void> | undefined): Promise<Screened | undefined> {
    this.feeding.isEnd = true;
    if (!(await this.run(Number.POSITIVE_INFINITY, pause))) return undefined;
    const { kernel } = this.screen;
    if (kernel.isMistaken() || this.screen.mayDeadlock()) return undefined;
    return { events: kernel.recordCount(), locks: kernel.lockCount(), variables: kernel.cellCount() };
  }

  /** Starts again with room for more logs: from their beginnings, since what was made of them has no room. */
  private grow(): void {
    this.isDoubtful ||= this.capacity * GROWTH > MOST_THREADS;
    if (this.isDoubtful) return;
    this.capacity *= GROWTH;
    this.restart();
  }

  private get goesOn(): boolean {
    return !this.isDoubtful && (!this.isLate || this.feeding.isEnd);
  }

  private restart(): void {
    const { numbers, isEnd } = this.feeding;
    this.isWhole = isEnd;
    this.screen = this.newScreen();
    this.feeding = this.newFeeding();
    this.feeding.isEnd = isEnd;
    for (const number of numbers) this.feeding.add(this.screen.add(number), number);
  }

  private newScreen(): Screen {
    return new Screen(this.capacity, (log) => this.feeding.isParked(log), undefined, this.isThorough);
  }

  private newFeeding(): Feeding {
    return new Feeding(this.source, this.screen.kernel, this.capacity);
  }
}
