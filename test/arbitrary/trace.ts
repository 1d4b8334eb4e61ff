// Random well-formed traces for the tests of detectors, built from whole critical sections of a small program and a schedule of
// it. They shrink by leaving out blocks of code, then code, then context switches. Counterexamples are printed event by event.

import fc from 'fast-check';
import { operation } from '../../src/trace/operation.ts';
import { table } from '../../src/trace/symbols.ts';
import { events, modelOf, type Trace } from '../../src/trace/trace.ts';
import { modelArbitrary, ofModel } from './model.ts';
import { forkOrJoin, handOver, meet, publish, waitAndNotify } from './program/pattern.ts';
import type { Block, Code, Program } from './program/program.ts';
import { bySwitches, schedule } from './program/schedule.ts';
import { type ItemKind, itemWeights, type Shape, smallShape } from './program/shape.ts';

export { basicFeatures, type Feature, features, type Shape } from './program/shape.ts';

/** One trace. `{ features }` from the shape module asks for more than the basic operations. */
export function traceArbitrary(wanted: Partial<Shape> = {}): fc.Arbitrary<Trace> {
  return schedulesArbitrary(wanted, 1).map(({ traces }) => traces[0]!);
}

/** Several traces of one program: the same statement has the same location in all of them. */
export function schedulesArbitrary(wanted: Partial<Shape> = {}, count = 3): fc.Arbitrary<{ program: Program; traces: Trace[] }> {
  const shape = { ...smallShape, ...wanted };
  const ends = shape.features.includes('cut')
    ? fc.option(fc.record({ events: fc.integer({ min: 1, max: 6 * shape.items }), cut: fc.boolean() }), { freq: 2 })
    : fc.constant(null);
  const next = fc.oneof({ weight: 3, arbitrary: fc.constant(0) }, { weight: 2, arbitrary: fc.nat(shape.threads - 1) });
  const switches = fc.array(next, { maxLength: 8 * shape.items, size: 'max' });
  return fc
    .record({
      program: programArbitrary(shape),
      schedules: fc.array(fc.record({ switches, ends }), { minLength: count, maxLength: count }),
      model: modelArbitrary,
    })
    .map(({ program, schedules, model }) => ({
      program,
      traces: schedules.map(({ switches, ends }) =>
        printable(ofModel(model, schedule(program, bySwitches(switches), ends ?? {}))),
      ),
    }));
}

function programArbitrary(wanted: Partial<Shape> = {}): fc.Arbitrary<Program> {
  const shape = { ...smallShape, ...wanted };
  const { threads, locks, variables } = shape;
  const item = fc.oneof(...itemWeights(shape).map(({ kind, weight }) => ({ weight, arbitrary: itemArbitrary(kind, shape) })));
  return fc.record({
    threads: fc.constant(threads),
    locks: fc.constant(locks),
    blocks: fc.array(item, { minLength: 1, maxLength: shape.items, size: 'max' }).map((items) => items.flat()),
    guarded: shape.features.includes('guarded') ? fc.constantFrom(0, 0, Math.ceil(variables / 2), variables) : fc.constant(0),
  });
}

function itemArbitrary(kind: ItemKind, shape: Shape): fc.Arbitrary<Block[]> {
  const thread = fc.nat(shape.threads - 1);
  const lock = fc.nat(Math.max(0, shape.locks - 1));
  const variable = fc.nat(shape.variables - 1);
  const block = (code: fc.Arbitrary<Code>) => fc.record({ thread, code }).map((one) => [one]);
  switch (kind) {
    case 'access':
      return block(accessArbitrary(shape));
    case 'section':
      return block(sectionArbitrary(shape, 1).map((code) => allowed(code, [], shape)[0]!));
    case 'fork':
    case 'join':
      return fc.tuple(thread, thread, variable).map((args) => forkOrJoin(kind, ...args));
    case 'hand-over':
      return fc
        .record({
          threads: fc.array(thread, { minLength: 2, maxLength: 3 }),
          locks: fc.array(lock, { minLength: 1, maxLength: 2 }),
          x: variable,
          variables: fc.array(variable, { minLength: 1, maxLength: 2 }),
          write: fc.boolean(),
        })
        .map(({ threads, locks, x, variables, write }) =>
          handOver(threads, locks, x, variables, { kind: 'access', write, variable: x }),
        );
    case 'volatile':
      return block(volatileArbitrary);
    case 'atomic':
      return block(atomicArbitrary(shape));
    case 'wait':
      return fc.tuple(thread, thread, lock, variable).map((args) => waitAndNotify(...args));
    case 'barrier':
      return fc.tuple(fc.array(thread, { minLength: 1, maxLength: 3 }), variable).map(([threads, x]) => meet(threads, 0, x));
    case 'publish':
      return fc.tuple(thread, thread, fc.nat(1), variable).map((args) => publish(...args));
    case 'alloc':
      return block(variable.map((variable) => ({ kind: 'alloc', variable })));
    case 'region':
      return block(
        fc
          .record({ name: fc.nat(2), body: bodyArbitrary(shape, 1) })
          .map(({ name, body }) => ({ kind: 'region', name, body: body.flatMap((code) => allowed(code, [], shape)) })),
      );
    case 'overlap':
      return block(
        fc.record({
          kind: fc.constant('overlap' as const),
          first: lock,
          second: lock,
          body: bodyArbitrary(shape, shape.nesting),
        }),
      );
  }
}

function accessArbitrary({ variables }: Shape): fc.Arbitrary<Code> {
  return fc.record({ kind: fc.constant('access' as const), write: fc.boolean(), variable: fc.nat(variables - 1) });
}

function atomicArbitrary({ variables }: Shape): fc.Arbitrary<Code> {
  return fc.record({
    kind: fc.constant('atomic' as const),
    write: fc.boolean(),
    variable: fc.nat(variables - 1),
    relaxed: fc.boolean(),
  });
}

const volatileArbitrary: fc.Arbitrary<Code> = fc.record({
  kind: fc.constant('volatile' as const),
  write: fc.boolean(),
  variable: fc.nat(1),
});

function sectionArbitrary(shape: Shape, depth: number): fc.Arbitrary<Code> {
  return fc.record({
    kind: fc.constant('section' as const),
    lock: fc.nat(shape.locks - 1),
    body: bodyArbitrary(shape, depth),
    shared: shape.features.includes('shared') ? fc.oneof(fc.constant(false), fc.boolean()) : fc.constant(false),
  });
}

function bodyArbitrary(shape: Shape, depth: number): fc.Arbitrary<Code[]> {
  const codes = [{ weight: 5, arbitrary: accessArbitrary(shape) }];
  if (shape.features.includes('volatile')) codes.push({ weight: 1, arbitrary: volatileArbitrary });
  if (shape.features.includes('atomic')) codes.push({ weight: 1, arbitrary: atomicArbitrary(shape) });
  if (depth < shape.nesting && shape.locks > 0) codes.push({ weight: 2, arbitrary: sectionArbitrary(shape, depth + 1) });
  return fc.array(fc.oneof(...codes), { maxLength: 3, size: 'max' });
}

/** The code without the nested sections that the shape does not allow; what is in them stays. */
function allowed(code: Code, around: readonly number[], shape: Shape): Code[] {
  if (code.kind !== 'section') return [code];
  const { lock } = code;
  const stays = around.length === 0 || shape.features.includes(around.includes(lock) ? 'reentrant' : 'nested');
  const body = code.body.flatMap((inner) => allowed(inner, stays ? [...around, lock] : around, shape));
  return stays ? [{ ...code, body }] : body;
}

/** `T0 acq(L1) @4`, one event per line. */
export function listing(trace: Trace): string {
  const { symbols } = trace;
  const lines = Array.from(events(trace), ({ position, op, thread, target, location }) => {
    const { short, target: kind } = operation(op);
    const what = `${short}(${table(symbols, kind).name(target)})`;
    return `${String(position).padStart(4)}  ${symbols.threads.name(thread)} ${what} @${symbols.locations.name(location)}`;
  });
  return ['', ...lines, ''].join('\n');
}

/** Counterexamples show the events. */
export function printable(trace: Trace): Trace {
  return Object.assign(trace, { [fc.toStringMethod]: () => `${modelOf(trace)}${listing(trace)}` });
}
