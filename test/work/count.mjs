// Counts the work that code does, without a clock: `node count.mjs BUNDLE` runs the subjects of a bundle, each with inputs of three sizes,
// and prints the counts as JSON. The engine counts how often every block of the bundle is entered (as for test coverage), and
// what runs inside the engine itself (searches, copies, patterns) is charged by the length that it works on.

import { Session } from 'node:inspector/promises';
import { pathToFileURL } from 'node:url';

let charged = 0;

/** Wraps methods so that each call is charged. */
function charge(prototype, names, cost) {
  for (const name of names) {
    const original = prototype[name];
    Object.defineProperty(prototype, name, {
      configurable: true,
      writable: true,
      value(...args) {
        const result = Reflect.apply(original, this, args);
        charged += cost(this, args, result);
        return result;
      },
    });
  }
}

const own = ({ length }) => length;
const typed = Object.getPrototypeOf(Uint8Array.prototype);
const made = (_, __, { length }) => length;
charge(typed, ['copyWithin', 'reverse', 'some', 'every', 'includes', 'map', 'sort'], own);
charge(typed, ['slice'], made);
charge(typed, ['fill'], ({ length }, [, from = 0, to = length]) => to - from);
/** A search looks at all from where it starts to what it finds. */
const searched = ({ length }, [, from = 0], result) => (result < 0 ? length : result + 1) - from;
charge(typed, ['indexOf'], searched);
charge(typed, ['lastIndexOf'], ({ length }, [, from = length - 1], result) => from - result);
charge(typed, ['set'], (_, [source]) => source.length);
for (const kind of [Array, Uint8Array, Uint32Array, Int32Array, Float64Array])
  charge(kind, ['from'], (_, [source]) => source.length ?? source.size ?? 0);
charge(Array.prototype, ['slice'], made);
charge(Array.prototype, ['concat', 'join', 'includes', 'find', 'splice', 'sort', 'flat'], own);
charge(Array.prototype, ['indexOf'], searched);
charge(String.prototype, ['slice'], made);
charge(String.prototype, ['split', 'trim', 'trimStart', 'includes', 'toLowerCase', 'replaceAll'], own);
charge(String.prototype, ['indexOf'], searched);
charge(TextDecoder.prototype, ['decode'], (_, [bytes]) => bytes?.byteLength ?? 0);
charge(TextEncoder.prototype, ['encode', 'encodeInto'], (_, [text]) => text.length);

/** Patterns that were looked at: what is repeated in them one after the other has no character in common, so they take linear time. */
const LINEAR = new Set([
  String.raw`^[^|]+\|(?:[a-z]+\(|(?:begin|end)(?:\||$))`,
  String.raw`^,*(?:[a-z]+\(|(?:begin|end|enter|exit)(?:,|$))`,
  String.raw`^@\s*([A-Za-z]+)\(`,
]);

/** An unknown pattern with two repetitions, or one that may begin anywhere, may take the square of the length. */
function patternCost({ source }, text) {
  const repeated = [...source].filter((character) => '*+}'.includes(character)).length;
  const linear = repeated === 0 || LINEAR.has(source) || (repeated === 1 && source.startsWith('^'));
  return linear ? text.length : text.length ** 2;
}

const { exec } = RegExp.prototype;
/** Other methods of strings and patterns come here, too, once this is not the engine's own. */
RegExp.prototype.exec = function (text) {
  // Repeated calls on one text go on where the last one ended.
  if (this.lastIndex === 0) {
    // The look at the pattern itself is free.
    const before = charged;
    const cost = patternCost(this, String(text));
    charged = before + cost;
  }
  return Reflect.apply(exec, this, [text]);
};
const session = new Session();
session.connect();
await session.post('Profiler.enable');
await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });

const url = pathToFileURL(process.argv[2]).href;
const { subjects, givers, linear } = await import(url);
for (const source of linear) LINEAR.add(source);
for (const { prototype, method } of givers) charge(prototype, [method], made);

async function blocksEntered() {
  const { result } = await session.post('Profiler.takePreciseCoverage');
  const functions = result.find((script) => script.url === url)?.functions ?? [];
  return functions.reduce((sum, { ranges }) => sum + ranges.reduce((all, { count }) => all + count, 0), 0);
}

const SIZES = [1, 4, 16];
const counts = [];
for (const { name, unit, input, run } of subjects) {
  const work = [];
  for (const size of SIZES) {
    const given = input(size * unit);
    await blocksEntered();
    charged = 0;
    await run(given);
    work.push((await blocksEntered()) + charged);
  }
  counts.push({ name, unit, work });
}
console.log(JSON.stringify(counts));
