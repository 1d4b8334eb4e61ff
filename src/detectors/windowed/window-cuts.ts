// Windows cut out of a queue of events, one after the other: what happened before each is handed over to it, and forgotten.

import type { EventQueue } from './event-queue.ts';
import { HandOver } from './hand-over.ts';
import { WindowTraces } from './window-trace.ts';

export class WindowCuts {
  private readonly handOver: HandOver;
  private readonly traces = new WindowTraces();
  private handedOver = 0;

  /** `keepsBlocks`: windows know who is in a block where they begin. */
  constructor(keepsBlocks = false) {
    this.handOver = new HandOver(keepsBlocks);
  }

  /** The next window begins there; none begins before. */
  begin(queue: EventQueue, start: number): void {
    for (const { block, from, to } of queue.between(this.handedOver, start)) this.handOver.pass(block, from, to);
    this.handedOver = start;
    queue.forgetBefore(start);
  }

  /** From where the last one began. */
  window(queue: EventQueue, end: number): ReturnType<WindowTraces['window']> {
    return this.traces.window(queue.between(this.handedOver, end), this.handOver);
  }
}
