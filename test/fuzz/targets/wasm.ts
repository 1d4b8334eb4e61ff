// The instrumenter: what it makes of a valid module is valid, and of what is none it makes something or declines. That the engine refuses the
// latter is install.ts's to see: what is put in the place of an access may hide what is wrong with it.

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
      if (WebAssembly.validate(new Uint8Array(bytes))) assert(WebAssembly.validate(withNote(instrumented, 0)), 'it is not valid');
    } catch (error) {
      if (!(error instanceof Declined)) throw error;
    }
  },
};
