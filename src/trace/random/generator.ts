// Makes traces of any length for `foretrace generate` and the benchmarks, block by block, in memory that does not grow with events.
// Every shared variable belongs to one lock and every other one to one thread (or is never written), so that without `races` no
// two accesses race by happens-before. The trace ends with all locks released and has exactly the number of events asked for.

import { type EventBlock, newBlock } from '../block.ts';
import { Op } from '../operation.ts';
import { bounds, newSymbols, type Symbols } from '../symbols.ts';
import { type Trace, TraceCollector } from '../trace.ts';
import { ATOMICS, Crew, STEP } from './crew.ts';
import { completeOptions, type GeneratorOptions } from './generator-options.ts';
import { Random } from './prng.ts';

/** Events that one thread makes in a row at most, where threads are interleaved at random; half of it on average. */
const BURST = 16;
/** Steps of a loop body, where threads repeat themselves. */
const BODY = 32;
/** No turn makes more events: two per step of a body, and the releases of a thread before and after it. */
const TURN = 2 * BODY + 2 * 40;

/** What comes next. Before threads meet at a barrier or end, all sections are closed. */
type Phase = 'fork' | 'run' | 'close' | 'close-waiting' | 'enter' | 'exit' | 'fill' | 'join' | 'end';

export class Generator {
  readonly symbols: Symbols = newSymbols();
  private readonly options: GeneratorOptions;
  private readonly crew: Crew;
  private readonly random: Random;
  /** In place of `random` while a thread repeats its body. */
  private readonly loop = new Random(0);

  private phase: Phase = 'fork';
  /** The thread that the phase is at, less `rotation`. */
  private cursor = 1;
  private rotation = 0;
  /** The phase after `close-waiting`. */
  private afterClose: 'enter' | 'fill' = 'fill';
  /** The thread that repeats its body next. */
  private looping = 0;
  private position = 0;

  constructor(given: Partial<GeneratorOptions> = {}) {
    const options = completeOptions(given);
    this.options = options;
    // The joins come on top of the budget.
    this.crew = new Crew(options, options.events - (options.threads - 1));
    this.random = this.crew.random;
    this.intern();
  }

  /** Fills the block with the next events, almost up to its capacity (at least 144); false if there are none left. */
  fill(block: EventBlock): boolean {
    const room = block.ops.length - TURN;
    if (room < 0) throw new RangeError(`a block must have room for ${TURN} events`);
    block.start = this.position;
    block.length = 0;
    block.bounds = bounds(this.symbols);
    this.crew.block = block;
    while (block.length <= room && this.phase !== 'end') this.turn();
    this.position += block.length;
    return block.length > 0;
  }

  private turn(): void {
    const { crew } = this;
    const { threads, locks, writes } = this.options;
    switch (this.phase) {
      case 'fork':
        if (this.cursor < threads) crew.put(Op.fork, 0, this.cursor++, 1);
        else this.phase = 'run';
        return;
      case 'run':
        this.run();
        return;
      case 'close': {
        // Who waits holds nothing else: once the others have let go, every wait can end.
        const thread = this.next('close-waiting');
        if (thread >= 0 && !crew.sections.isWaiting(thread)) crew.close(thread);
        return;
      }
      case 'close-waiting': {
        const thread = this.next(this.afterClose);
        if (thread >= 0) crew.close(thread);
        return;
      }
      case 'enter': {
        const thread = this.next('exit');
        if (thread >= 0) crew.put(Op.barrierEnter, thread, locks, 1);
        return;
      }
      case 'exit': {
        const thread = this.next('run');
        if (thread >= 0) crew.put(Op.barrierExit, thread, locks, 1);
        return;
      }
      case 'fill':
        if (crew.budget > 0) crew.accessOwn(0, this.random.chance(writes));
        else this.begin('join', 1);
        return;
      case 'join':
        this.join();
        return;
      case 'end':
        return;
    }
  }

  private run(): void {
    const { barriers, regularity, threads } = this.options;
    const { budget } = this.crew;
    if (budget < STEP) {
      this.afterClose = 'fill';
      this.begin('close', 0);
    } else if (barriers > 0 && budget >= 2 * threads + STEP && this.random.chance((barriers * BURST) / 4 / threads)) {
      this.afterClose = 'enter';
      this.rotation = this.random.below(threads);
      this.begin('close', 0);
    } else if (regularity > 0 && this.random.chance(this.loopChance(regularity))) {
      this.repeat(this.looping);
      this.looping = this.looping + 1 < threads ? this.looping + 1 : 0;
    } else {
      this.burst(this.random.below(threads), 1 + this.random.below(BURST));
    }
  }

  /** A body is longer than a burst: the share of turns that gives this share of events. */
  private loopChance(regularity: number): number {
    const burst = regularity * (BURST / 2);
    return burst / (burst + (1 - regularity) * BODY);
  }

  /** The body that is this thread's own: random numbers start again at the same place every time. */
  private repeat(thread: number): void {
    const { crew, loop } = this;
    const { sections } = crew;
    if (sections.isWaiting(thread) && !sections.isFree(sections.top(thread) >>> 1, false)) return;
    crew.close(thread);
    loop.reseed(this.options.seed, thread + 1);
    crew.random = loop;
    this.burst(thread, BODY);
    crew.random = this.random;
    crew.close(thread);
  }

  private burst(thread: number, steps: number): void {
    const { crew } = this;
    for (let step = 0; step < steps && crew.budget >= STEP; step++) if (!crew.step(thread)) return;
  }

  /** The next thread of a phase that all take part in; -1 if there is none, and then the phase is over. */
  private next(following: Phase): number {
    const { threads } = this.options;
    if (this.cursor === threads) {
      this.begin(following, 0);
      return -1;
    }
    const thread = this.rotation + this.cursor++;
    return thread < threads ? thread : thread - threads;
  }

  private begin(phase: Phase, cursor: number): void {
    this.phase = phase;
    this.cursor = cursor;
  }

  private join(): void {
    if (this.cursor === this.options.threads) {
      this.phase = 'end';
      return;
    }
    this.crew.budget++;
    this.crew.put(Op.join, 0, this.cursor++, 1);
  }

  private intern(): void {
    const { threads, locks, variables, locations, barriers, volatile } = this.options;
    for (let i = 0; i < threads; i++) this.symbols.threads.internName(`T${i}`);
    for (let i = 0; i < locks; i++) this.symbols.locks.internName(`L${i}`);
    for (let i = 0; i < variables; i++) this.symbols.variables.internName(`V${i}`);
    for (let i = 1; i <= locations; i++) this.symbols.locations.internName(`${i}`);
    if (barriers > 0) this.symbols.locks.internName('B0');
    for (let i = 0; i < ATOMICS && volatile > 0; i++) this.symbols.variables.internName(`A${i}`);
  }
}

/** A whole generated trace in memory, for tests and benchmarks. */
export function generatedTrace(options: Partial<GeneratorOptions> = {}): Trace {
  const generator = new Generator(options);
  const collector = new TraceCollector(generator.symbols);
  const block = newBlock();
  while (generator.fill(block)) collector.block(block);
  return collector.trace();
}
