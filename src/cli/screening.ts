// The screen, beside the program that it looks at.

import { turn } from '../base/turn.ts';
import { FollowedScreen } from '../raw/screen/followed.ts';
import { type RecordedProcess, recordedProcesses } from '../record/recording.ts';
import type { Companion } from './companion.ts';

/** What came of it so far: it goes on, or two accesses might race. */
export type Followed = FollowedScreen | 'doubt';

export class Screening implements Companion {
  private readonly processes = new Map<string, Followed>();

  /** One that ended before anybody looked at it is followed from its beginning: that is no more work than to read it. */
  of(process: RecordedProcess): Followed {
    return this.processes.get(process.folder) ?? new FollowedScreen(process.folder);
  }

  async step(folder: string, isOver: boolean): Promise<boolean> {
    if (isOver) return false;
    for (const { folder: own } of recordedProcesses(folder)) {
      const followed = this.processes.get(own) ?? new FollowedScreen(own);
      if (followed !== 'doubt') this.processes.set(own, (await passes(followed)) ? followed : 'doubt');
    }
    return false;
  }
}

/** What cannot be read now can be read when the program is over, by those who make a trace. */
async function passes(followed: FollowedScreen): Promise<boolean> {
  try {
    return await followed.step(turn);
  } catch {
    return false;
  }
}
