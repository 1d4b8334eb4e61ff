// What `about` says of how logs may be followed.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { FolderFiles, type Protocol } from '../../../src/raw/follow/log-files.ts';

test.each<[string, Protocol | undefined]>([
  ['follow ends', { kind: 'ends' }],
  // Programs that were built before tails had another size.
  ['follow tails', { kind: 'tails', tailBytes: 65_536 }],
  ['follow tails 69632', { kind: 'tails', tailBytes: 69_632 }],
  ['follow tails 1000000', undefined],
  ['follow tails of whales', undefined],
  ['follow nothing', undefined],
  ['reduced loft', undefined],
])('%s', (line, protocol) => {
  const folder = mkdtempSync(join(tmpdir(), 'foretrace-files-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, 'about'), `version 3\n${line}\npid 7\n`);
  expect(new FolderFiles(folder).protocol()).toEqual(protocol);
});
