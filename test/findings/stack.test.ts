// What a finding says of how its threads came there: stacks of both accesses, of forks, of locks and of the allocation.

import { expect, test } from 'vitest';
import { analyze } from '../../src/analyze.ts';
import { detectorById } from '../../src/detectors/index.ts';
import type { Finding } from '../../src/findings/finding.ts';
import { libraryOf } from '../../src/findings/library.ts';
import { select } from '../../src/findings/selection.ts';
import { ownFrame, Stacks } from '../../src/findings/stack.ts';
import { grammar } from '../../src/formats/grammar/index.ts';
import { memoryInput } from '../../src/formats/input.ts';
import { native } from '../../src/formats/native/index.ts';
import { TraceBuilder } from '../../src/trace/builder.ts';
import { CallTree } from '../../src/trace/call-tree.ts';
import { Link } from '../../src/trace/contexts.ts';
import { Op } from '../../src/trace/operation.ts';
import type { Trace } from '../../src/trace/trace.ts';
import { encode } from '../formats/encode.ts';

async function findingsOf(trace: Trace, format = native, detector = 'fasttrack'): Promise<readonly Finding[]> {
  const input = memoryInput('t', encode(format, trace));
  return (await analyze(input, { detectors: [detectorById(detector)!] })).findings;
}

/** Two threads push to a list under different locks; the list itself is in a library. */
function pushes(): TraceBuilder {
  return new TraceBuilder()
    .add('main', Op.fork, 'A', 'pool.c:9 (start)', 'main.c:3 (main)')
    .add('main', Op.fork, 'B', 'pool.c:9 (start)', 'main.c:4 (main)')
    .add('A', Op.acquire, 'm', 'guard.h:7 (lock)', 'a.c:4 (work)')
    .add('A', Op.write, 'list', 'list.h:12 (push)', 'a.c:5 (work)')
    .add('A', Op.release, 'm')
    .add('B', Op.acquire, 'n', 'guard.h:7 (lock)', 'b.c:4 (work)')
    .add('B', Op.write, 'list', 'list.h:12 (push)', 'b.c:5 (work)', 'b.c:9 (run)')
    .add('B', Op.release, 'n');
}

const places = (stack: readonly { location: string }[]) => stack.map(({ location }) => location);

test('both accesses, the forks and the locks have their stacks', async () => {
  const [finding] = await findingsOf(pushes().trace());
  const { first, second, forks } = finding!;
  expect(places(first!.stack)).toEqual(['list.h:12 (push)', 'a.c:5 (work)']);
  expect(second.stack[2]).toEqual({ location: 'b.c:9 (run)', function: 'run', file: 'b.c', line: 9 });
  expect(forks.map(({ stack }) => places(stack))).toEqual([
    ['pool.c:9 (start)', 'main.c:3 (main)'],
    ['pool.c:9 (start)', 'main.c:4 (main)'],
  ]);
  expect(second.taken).toMatchObject([{ lock: 'n', location: 'guard.h:7 (lock)' }]);
  expect(places(second.taken[0]!.stack)).toEqual(['guard.h:7 (lock)', 'b.c:4 (work)']);
});

test('a lock that is taken again was taken where it was taken first, and after a wait where that was', async () => {
  const trace = new TraceBuilder()
    .add('A', Op.write, 'x')
    .add('B', Op.acquire, 'm', 'b.c:1')
    .add('B', Op.acquire, 'm', 'b.c:2')
    .add('B', Op.read, 'x', 'b.c:3')
    .add('B', Op.wait, 'm', 'b.c:4')
    .add('B', Op.acquire, 'm', 'b.c:5')
    .add('B', Op.write, 'x', 'b.c:6');
  const findings = await findingsOf(trace.trace(), native, 'hb-locations');
  expect(findings.map(({ second }) => [second.location, ...places(second.taken)])).toEqual([
    ['b.c:3', 'b.c:1'],
    ['b.c:6', 'b.c:5'],
  ]);
});

test('a race under many callers is one finding, and its stacks are those of the access that is shown', async () => {
  const builder = new TraceBuilder();
  for (let i = 0; i < 50; i++)
    for (const thread of ['A', 'B'])
      builder.add(thread, Op.write, 'x', 'x.c:1 (bump)', `${thread}.c:${i} (caller${i})`, `main.c:${i}`);
  const trace = builder.trace();
  expect(trace.symbols.contexts.size).toBeGreaterThan(150);
  const findings = await findingsOf(trace, native, 'hb-pairs');
  expect(findings).toHaveLength(1);
  expect(findings[0]!.count).toBeGreaterThan(1000);
  expect(select(findings).findings).toHaveLength(1);
  const { first, second } = findings[0]!;
  expect(places(first!.stack)).toEqual([
    'x.c:1 (bump)',
    `A.c:${first!.index / 2} (caller${first!.index / 2})`,
    `main.c:${first!.index / 2}`,
  ]);
  expect(second.stack).toHaveLength(3);
});

test('callers, the fingerprint and the entries are those of a trace without stacks', async () => {
  const flat = new TraceBuilder().add('A', Op.write, 'x', 'a.c:1').add('B', Op.write, 'x', 'b.c:1').trace();
  const deep = new TraceBuilder().add('A', Op.write, 'x', 'a.c:1', 'c.c:1').add('B', Op.write, 'x', 'b.c:1', 'd.c:1').trace();
  const [without] = await findingsOf(flat);
  const [within] = await findingsOf(deep);
  expect(within!.fingerprint).toBe(without!.fingerprint);
  expect(within!.known).toEqual(without!.known);
  expect(within!.places).toEqual(without!.places);
});

test('the allocation is told with its thread, and where the memory was allocated anew, that', async () => {
  const builder = pushes();
  const made = builder.location('alloc.c:3 (make)', 'main.c:2 (main)');
  builder.symbols.allocations.set(builder.symbols.variables.internName('list'), made, builder.symbols.threads.internName('main'));
  for (const format of [native, grammar]) {
    const [finding] = await findingsOf(builder.trace(), format, format === native ? 'fasttrack' : 'grammar-hb');
    expect(finding!.allocation).toMatchObject({ thread: 'main', location: 'alloc.c:3 (make)' });
    expect(places(finding!.allocation!.stack)).toEqual(['alloc.c:3 (make)', 'main.c:2 (main)']);
  }
  builder.add('A', Op.alloc, 'list', 'alloc.c:8 (again)', 'a.c:1 (work)');
  builder.add('A', Op.write, 'list', 'a.c:20 (work)').add('B', Op.write, 'list', 'b.c:20 (work)');
  const findings = await findingsOf(builder.trace());
  expect(findings.map(({ allocation }) => [allocation?.thread, allocation?.location])).toEqual([
    ['main', 'alloc.c:3 (make)'],
    [undefined, 'alloc.c:8 (again)'],
  ]);
});

test('frames say how they were called and whose code they are', () => {
  const { symbols } = new TraceBuilder();
  const calls = new CallTree(symbols);
  const place = (name: string) => symbols.locations.internName(name);
  const main = calls.under(0, place('src/main.c:9:4 (main)'));
  const sort = calls.under(main, place('libc.so.6+0x3f1a (qsort)'));
  const inner = calls.under(calls.under(sort, place('src/cmp.c:3 (less)')), place('src/key.h:8 (key)'), Link.inlined);
  symbols.places.set(place('src/cmp.c:3 (less)'), { function: 'less', line: 1, text: 'return key(a) < key(b);', statement: '' });
  const stack = new Stacks(symbols).of(calls.under(inner, place('dir/thing.c:5 (thing)'), Link.awaited));
  symbols.places.set(place('dir/thing.c:5 (thing)'), {
    function: 'thing',
    line: -1,
    text: '',
    statement: '',
    library: 'libthing',
  });
  expect(stack).toMatchObject([
    { function: 'thing', awaited: true },
    { function: 'key', file: 'src/key.h', line: 8, inlined: true },
    { function: 'less', text: 'return key(a) < key(b);' },
    { function: 'qsort', library: 'libc' },
    { function: 'main', file: 'src/main.c', line: 9, column: 4 },
  ]);
  const again = new Stacks(symbols).of(calls.under(inner, place('dir/thing.c:5 (thing)'), Link.awaited));
  expect(again[0]).toMatchObject({ library: 'libthing' });
  expect(ownFrame(again)).toBe(again[1]);
  expect(ownFrame(again.slice(0, 1))).toBe(again[0]);
});

test('a million frames are told by the innermost, and how many there are beyond', () => {
  const builder = new TraceBuilder();
  const calls = new CallTree(builder.symbols);
  let location = builder.symbols.locations.internName('fib.c:1 (fib)');
  for (let depth = 0; depth < 1_000_000; depth++) location = calls.under(location, 1);
  const stacks = new Stacks(builder.symbols);
  const stack = stacks.of(location);
  expect(stack).toHaveLength(256);
  expect(stack.at(-1)!.more).toBe(1_000_001 - 256);
  expect(stacks.of(location)).toBe(stack);
});

test.each([
  ['node:internal/process/task_queues:95:5 (tick)', 'Node.js'],
  ['/app/node_modules/left-pad/index.js:3:1', 'left-pad'],
  ['/app/node_modules/a/node_modules/@b/c/d.js:3:1', '@b/c'],
  ['C:\\app\\node_modules\\left-pad\\index.js:3:1', 'left-pad'],
  ['/usr/include/c++/13/bits/std_thread.h:200 (run)', 'libstdc++'],
  ['/lib/x86_64-linux-gnu/libstdc++.so.6.0.33+0xdc253 (execute)', 'libstdc++'],
  ['libc.so.6+0x9d1a', 'libc'],
  ['a.out+0x1139 (main)', undefined],
  ['src/node_modules.c:3', undefined],
  ['src/a.so.c:3 (f)', undefined],
  ['', undefined],
])('%s is code of %s', (location, library) => {
  expect(libraryOf(location)).toBe(library);
});

test('what a library had put into the own code is told and known by the own line', async () => {
  /** `push_back` in the header, inlined into two lines of ours; each thread writes at both. */
  const build = (isDeep: boolean): Trace => {
    const builder = new TraceBuilder();
    const { symbols } = builder;
    const calls = new CallTree(symbols);
    const header = symbols.locations.internName('/usr/include/c++/13/vector:9 (push_back)');
    symbols.places.set(header, { function: 'push_back', line: -1, text: '', statement: '', library: '' });
    for (const [thread, line] of ['a.c:1 (f)', 'a.c:2 (f)'].flatMap((line) =>
      ['A', 'B'].map((thread) => [thread, line] as const),
    )) {
      const own = builder.location(line);
      builder.addAt(thread, Op.write, `v${line}`, isDeep ? calls.under(own, header, Link.inlined) : own);
    }
    return builder.trace();
  };
  const [deep, flat] = await Promise.all([findingsOf(build(true)), findingsOf(build(false))]);
  expect(deep.map(({ second }) => second.location)).toEqual(['a.c:1 (f)', 'a.c:2 (f)']);
  expect(deep.map(({ fingerprint }) => fingerprint)).toEqual(flat.map(({ fingerprint }) => fingerprint));
  expect(deep[0]!.second.stack).toMatchObject([
    { function: 'push_back', library: 'libstdc++', inlined: true },
    { function: 'f' },
  ]);
  expect(select(deep).findings).toHaveLength(2);
});
