import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { keptModule } from '../../src/base/kept-code.ts';

test('the same script at another place has stacks of its own', () => {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-kept-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  vi.stubEnv('XDG_CACHE_HOME', join(folder, 'cache'));
  onTestFinished(() => void vi.unstubAllEnvs());
  const stacks = ['a', 'b', 'a'].map((name) => {
    mkdirSync(join(folder, name), { recursive: true });
    const path = join(folder, name, 'script.cjs');
    writeFileSync(path, 'exports.stack = () => new Error().stack;');
    return keptModule<{ stack(): string }>(path, { purpose: 'test', when: 'loaded' }).stack();
  });
  for (const [n, name] of ['a', 'b', 'a'].entries()) expect(stacks[n]).toContain(`/${name}/script.cjs`);
});
