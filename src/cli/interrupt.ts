// What an interrupt (Ctrl-C) does. By default it ends the program at once, which is right while nothing lies around. While a
// file is being written, only an orderly exit removes the part that is there.

import { constants } from 'node:os';

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs `work`, which gives the event loop its turns; an interrupt meanwhile ends the program with the status that shells use, 130 for SIGINT.
 * From `release` on it ends the program at once, as by default: also amid work that gives nobody a turn.
 */
export async function interruptible<R>(work: (release: () => void) => Promise<R>): Promise<R> {
  const leave = (signal: NodeJS.Signals): void => process.exit(128 + constants.signals[signal]);
  const release = (): void => {
    for (const signal of SIGNALS) process.off(signal, leave);
  };
  for (const signal of SIGNALS) process.on(signal, leave);
  try {
    return await work(release);
  } finally {
    release();
  }
}

/** An interrupt asks for the end of what is done again and again; a second one does not wait for it. */
export class StopRequest {
  wanted = false;

  constructor() {
    for (const signal of SIGNALS) process.on(signal, this.hear);
  }

  release(): void {
    for (const signal of SIGNALS) process.off(signal, this.hear);
  }

  private readonly hear = (signal: NodeJS.Signals): void => {
    if (this.wanted) process.exit(128 + constants.signals[signal]);
    this.wanted = true;
  };
}
