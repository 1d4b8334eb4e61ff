// A folder for what the test files of one run share, such as what takes seconds to compile. It goes away with the run.

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder. */
    shared: string;
  }
}

export default function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-shared-'));
  project.provide('shared', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
