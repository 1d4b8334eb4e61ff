// A trace that says which command of the list was recorded, instead of the paths of the machine that it ran on.

import { renameSync } from 'node:fs';
import { openInput } from '../../src/formats/file/input.ts';
import { openOutput } from '../../src/formats/file/output.ts';
import type { TraceWriter } from '../../src/formats/format.ts';
import { native } from '../../src/formats/native/index.ts';
import { readTrace } from '../../src/formats/read.ts';

export async function withoutPaths(file: string, command: string): Promise<void> {
  const partial = file.replace(/\.ftrace$/, '-part.ftrace');
  const output = await openOutput(partial);
  const write = (bytes: Uint8Array) => output.write(bytes);
  const said = (metadata: ReadonlyMap<string, string>) => new Map(metadata).set('command', command);
  let writer: TraceWriter | undefined;
  const { symbols, metadata } = await readTrace(
    await openInput(file),
    { check: false, drain: () => output.drain() },
    (block, known, before) => {
      writer ??= native.writer({ symbols: known, metadata: said(before), write });
      writer.block(block);
    },
  );
  writer ??= native.writer({ symbols, metadata: said(metadata), write });
  writer.end();
  await output.end();
  renameSync(partial, file);
}
