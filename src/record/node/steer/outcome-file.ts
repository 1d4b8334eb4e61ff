// What the gates of a process tell, as src/steer/outcome.ts reads it: each time by one write at the end of the file, so that nothing is lost that was told
// before a crash.

import fs from 'node:fs';
import { join } from 'node:path';
import { PRIVATE_FILE } from '../../../base/private-folder.ts';
import { noOutcome, OUTCOME_FILE, type Outcome, outcomeText } from '../../../steer/outcome.ts';

// Taken now: the program's fs is patched later.
const { appendFileSync } = fs;

export class OutcomeFile {
  private readonly path: string;

  constructor(folder: string) {
    this.path = join(folder, OUTCOME_FILE);
  }

  tell(news: Partial<Outcome>): void {
    try {
      appendFileSync(this.path, outcomeText({ ...noOutcome, ...news }), { mode: PRIVATE_FILE });
    } catch {
      // The run was led for nothing; the program does not suffer.
    }
  }
}
