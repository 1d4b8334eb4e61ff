// The instrumenter: what it makes of a module is valid exactly if the module is, or it declines.

import assert from 'node:assert/strict';
import { instrument, withNote } from '../../../src/record/node/wasm/instrument.ts';
import { Declined } from '../../../src/record/node/wasm/leb.ts';
import { assemble } from '../../record/node/wasm/harness.ts';
import { RandomModule } from '../../record/node/wasm/random-module.ts';
import { Random } from '../mutate.ts';
import type { Target } from '../target.ts';

function randomModule(seed: number): Uint8Array {
  const random = new Random(seed);
  return assemble(
    new RandomModule(
      Array.from({ length: 120 }, () => random.below(10_000)),
      false,
    ).text(),
  );
}

export const wasm: Target = {
  name: 'wasm',
  seeds: () => Array.from({ length: 8 }, (_, seed) => randomModule(seed)),
  run(bytes) {
    try {
      const instrumented = instrument(bytes, { force: true });
      if (instrumented === undefined) return;
      const valid = WebAssembly.validate(new Uint8Array(bytes));
      assert.equal(WebAssembly.validate(withNote(instrumented, 0)), valid, `the module is ${valid ? '' : 'not '}valid`);
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
    }
  },
};
