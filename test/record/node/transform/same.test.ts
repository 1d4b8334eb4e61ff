// The transform changes nothing but what the hooks see: random programs run with and without it, and log the same.

import { Script } from 'node:vm';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { runs } from '../../../runs.ts';
import { installHooks, instrumented } from './hooks.ts';
import { program } from './program.ts';
import { names, outcome } from './world.ts';

beforeAll(() => installHooks(true));

const choices = fc.array(fc.nat(1_000_000), { minLength: 4, maxLength: 120, size: 'max' });

describe.each(['commonjs', 'script'] as const)('programs as %s', (kind) => {
  it('do the same with and without the transform', async () => {
    await fc.assert(
      fc.asyncProperty(choices, async (list) => {
        const source = program(list, kind === 'script' ? undefined : `var { ${names.join()} } = world;`);
        try {
          if (kind === 'script') new Script(source);
          else new Function(source);
        } catch {
          return; // the writer does not know every early error
        }
        const { code } = instrumented(source, kind, {
          isLed: list[1]! % 2 === 0,
          atomic: list[0]! % 2 === 0 ? { matches: () => true, original: () => undefined } : undefined,
        });
        expect(code.split('\n').length).toBe(source.split('\n').length);
        const [plain, hooked] = [await outcome(source, kind), await outcome(code, kind)];
        if (plain.join('\n') !== hooked.join('\n'))
          expect(`${code}\n${hooked.join('\n')}`).toBe(`${source}\n${plain.join('\n')}`);
      }),
      runs(400),
    );
  });
});
