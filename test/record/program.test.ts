import { readdirSync, readFileSync } from 'node:fs';
import { expect, test, vi } from 'vitest';
import { runProgram } from '../../src/record/program.ts';

/** Those that were started with this in their environment, and are not over. */
function processesWith(mark: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    try {
      return /^\d+$/.test(name) && readFileSync(`/proc/${name}/environ`, 'latin1').includes(mark);
    } catch {
      return false;
    }
  });
}

test.runIf(process.platform === 'linux')(
  'what a program started ends with it when its time is over',
  async () => {
    const mark = `FORETRACE_TEST_MARK=${process.pid}.${Date.now()}`;
    const environment = { ...process.env, [mark.split('=')[0]!]: mark.split('=')[1] };
    const apart = { input: undefined, limit: 1000, take: () => {} };
    const ending = await runProgram(['sh', '-c', 'sleep 1000 & wait'], environment, apart);
    expect(ending).toMatchObject({ status: 137, signal: 'SIGKILL', isLate: true });
    await vi.waitFor(() => expect(processesWith(mark)).toEqual([]), { timeout: 30_000 });
  },
  60_000,
);
