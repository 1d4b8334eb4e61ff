// The files of the packages that are installed here: what the transform makes of them parses, has the same lines, and works. A sample in the
// fast run, all of them in the long one.

import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { SourceKind } from '../../../../src/record/node/core/hooks.ts';
import { transform } from '../../../../src/record/node/transform/index.ts';
import { parse } from '../../../../src/record/node/transform/parse.ts';
import { all, long } from '../../../runs.ts';
import { installHooks, instrumented } from './hooks.ts';

beforeAll(() => installHooks());

const SAMPLE = all ? 120 : 40;
const LONGEST = 300_000;

function* sources(folder: string): Generator<string> {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory() && entry.name !== '.cache') yield* sources(path);
    else if (/\.[mc]?js$/.test(entry.name)) yield path;
  }
}

function kinds(path: string): readonly SourceKind[] {
  return path.endsWith('.mjs') ? ['module'] : path.endsWith('.cjs') ? ['commonjs'] : ['commonjs', 'module'];
}

/** The first kind as which a text parses; undefined for fixtures of syntax errors. */
function kindOf(path: string, source: string): SourceKind | undefined {
  return kinds(path).find((kind) => {
    try {
      parse(source, kind);
      return true;
    } catch {
      return false;
    }
  });
}

describe('installed packages', () => {
  const files = [...sources('node_modules')].sort();
  const step = long ? 1 : Math.ceil(files.length / SAMPLE);

  it('parse, line for line, and are not instrumented twice', () => {
    let hooked = 0;
    for (let n = 0; n < files.length; n += step) {
      const path = files[n]!;
      const source = readFileSync(path, 'utf8');
      const kind = !long && source.length > LONGEST ? undefined : kindOf(path, source);
      if (kind === undefined || transform(source, kind) === undefined) continue;
      const { code, sites } = instrumented(source, kind);
      hooked++;
      expect(kindOf(path, code), path).toBe(kind);
      expect(code.split('\n').length, path).toBe(source.split('\n').length);
      expect(sites.length % 2, path).toBe(0);
      expect(transform(code, kind)?.sites ?? [], path).toEqual([]);
    }
    expect(hooked).toBeGreaterThan(SAMPLE / 4);
  });

  /** Loads a CommonJS file and what it requires from its own folder, instrumented. */
  function load(path: string, cache = new Map<string, { exports: unknown }>()): unknown {
    const known = cache.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} as unknown };
    cache.set(path, module);
    const real = createRequire(path);
    const require = (name: string) =>
      name.startsWith('.') && !name.endsWith('.json') ? load(real.resolve(name), cache) : real(name);
    const { code } = instrumented(readFileSync(path, 'utf8'), 'commonjs');
    new Function('require', 'module', 'exports', '__filename', code)(require, module, module.exports, path);
    return module.exports;
  }
  const require = createRequire(import.meta.url);

  it('acorn parses itself', () => {
    const path = require.resolve('acorn');
    const plain = require('acorn') as typeof import('acorn');
    const hooked = load(path) as typeof import('acorn');
    const source = readFileSync(path, 'utf8')
      .slice(0, 60_000)
      .replace(/\n[^\n]*$/, '');
    const options = { ecmaVersion: 'latest', locations: true } as const;
    const tokens = (acorn: typeof plain) => {
      const found: string[] = [];
      try {
        for (const { type, start, end } of acorn.tokenizer(source, options)) found.push(`${type.label} ${start} ${end}`);
      } catch (error) {
        found.push(String(error));
      }
      return found;
    };
    expect(tokens(hooked)).toEqual(tokens(plain));
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a template in a text
    const small = 'class A { #x = [...y]; async *f({ a: [b = c[0]] }) { for await (const d of e?.[f]) yield* `g${h}` } }';
    expect(JSON.stringify(hooked.parse(small, options))).toBe(JSON.stringify(plain.parse(small, options)));
  });

  it('picocolors, commander and ajv work', () => {
    const colors = load(require.resolve('picocolors')) as typeof import('picocolors');
    expect(colors.createColors(true).red('x')).toBe('\u001b[31mx\u001b[39m');
    const { Command } = load(require.resolve('commander')) as typeof import('commander');
    const command = new Command()
      .option('-n, --number <n...>')
      .argument('[rest...]')
      .parse(['a', '-n', '1', '2', '--', 'b'], { from: 'user' });
    expect([command.opts(), command.args]).toEqual([{ number: ['1', '2'] }, ['a', 'b']]);
    const Ajv = (load(require.resolve('ajv')) as { default: typeof import('ajv').default }).default;
    const validate = new Ajv({ allErrors: true }).compile({
      type: 'array',
      items: { type: 'integer', minimum: 1 },
      uniqueItems: true,
    });
    expect(validate([1, 0, 'x', 1])).toBe(false);
    expect(validate.errors?.map(({ keyword, instancePath }) => `${keyword} ${instancePath}`)).toEqual([
      'minimum /1',
      'type /2',
      'uniqueItems ',
    ]);
  });

  it('trace-mapping follows a map', () => {
    const { originalPositionFor, TraceMap } = load(
      require.resolve('@jridgewell/trace-mapping'),
    ) as typeof import('@jridgewell/trace-mapping');
    const map = new TraceMap({ version: 3, sources: ['a.ts'], names: ['x'], mappings: 'AAAA;AACAA,IAAI' });
    expect(originalPositionFor(map, { line: 2, column: 5 })).toEqual({ source: 'a.ts', line: 2, column: 4, name: null });
  });
});
