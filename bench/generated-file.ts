// Generated traces as native files, for suites that run the command line.

import { openOutput } from '../src/formats/file/output.ts';
import { native } from '../src/formats/native/index.ts';
import { type EventBlock, newBlock } from '../src/trace/block.ts';
import { Generator } from '../src/trace/random/generator.ts';
import type { Symbols } from '../src/trace/symbols.ts';

export async function generated(file: string, options: ConstructorParameters<typeof Generator>[0]): Promise<void> {
  const generator = new Generator(options);
  await written(file, generator.symbols, filled(generator));
}

function* filled(generator: Generator): Iterable<EventBlock> {
  const block = newBlock();
  while (generator.fill(block)) yield block;
}

export async function written(file: string, symbols: Symbols, blocks: Iterable<EventBlock>): Promise<void> {
  const output = await openOutput(file);
  const writer = native.writer({ symbols, write: (bytes) => output.write(bytes) });
  for (const block of blocks) {
    writer.block(block);
    await output.drain();
  }
  writer.end();
  await output.end();
}
