// The two modules that instrumented code calls. `control` works on the memory that all threads share: the time and the stripes. `log`
// works on this thread's buffer and is instantiated once per instrumented instance, because it knows where that one's memory and
// sites begin. There are two because an engine without multi-memory allows one memory per module.

import { Order, PLACE_BIT, Raw, VALUES } from '../../../raw/format.ts';
import {
  BUFFER_END,
  BUFFER_START,
  Buffer32,
  COUNT_MASK,
  Control32,
  STRIPE_BYTES,
  STRIPE_LAST_STORE,
  STRIPE_LAST_THREAD,
  STRIPE_START,
  STRIPES,
} from '../core/hooks.ts';
import { Body, type BuiltModule, buildModule } from './body.ts';
import { type FunctionType, hookNumber, hooks } from './interface.ts';
import { Type } from './opcode.ts';

const { i32, i64 } = Type;
type Export = BuiltModule['exports'][number];

function typed(parameters: FunctionType['parameters'], ...results: FunctionType['results']): FunctionType {
  return { parameters, results };
}

function ofHook(name: string, write: (body: Body) => void): Export {
  const type = hooks[hookNumber(name)]!;
  const body = new Body(type);
  write(body);
  return { name, type, body };
}

function ofOwn(name: string, type: FunctionType, write: (body: Body) => void): Export {
  const body = new Body(type);
  write(body);
  return { name, type, body };
}

const TIME = Control32.time * 4;
const WRITTEN = 4 * STRIPE_LAST_STORE;
const LAST_THREAD = 4 * STRIPE_LAST_THREAD;

/** Imports: `contended(stripe)`, which takes the lock however long that lasts. */
function controlExports(contended: number): Export[] {
  return [
    ofOwn('time', typed([], i32), (body) => body.i32(TIME).access('i32.load')),
    ofOwn('tick', typed([], i32), (body) => body.i32(TIME).i32(1).access('i32.atomic.rmw.add').i32(1).op('i32.add')),
    ofHook('written', (body) => body.get(0).access('i32.atomic.load', WRITTEN)),
    ofHook('lock', (body) => {
      body.get(0).i32(0).i32(1).access('i32.atomic.rmw.cmpxchg');
      body.when(() => body.get(0).call(contended));
    }),
    ofHook('commit', (body) => {
      const time = body.local(i32);
      const written = body.local(i32);
      body.i32(TIME).i32(1).access('i32.atomic.rmw.add').i32(1).op('i32.add').set(time);
      body.get(1).when(() => body.get(0).get(time).access('i32.atomic.store', WRITTEN));
      body.get(0).access('i32.atomic.load', WRITTEN).set(written);
      // Nobody's row goes on after it.
      body.get(0).i32(0).access('i32.atomic.store', LAST_THREAD);
      body.get(0).i32(0).access('i32.atomic.rmw.xchg').i32(2).op('i32.eq');
      body.when(() => body.get(0).i32(1).access('atomic.notify').drop());
      body.get(time).op('i64.extend_i32_u');
      body.get(written).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
    }),
  ];
}

let controlBytes: Uint8Array<ArrayBuffer> | undefined;
export function controlModule(): Uint8Array<ArrayBuffer> {
  controlBytes ??= buildModule({
    memory: 'control',
    functions: [{ name: 'contended', ...typed([i32]) }],
    globals: [],
    variables: [],
    exports: controlExports(0),
  });
  return controlBytes;
}

const Head = Buffer32.head * 4;
const Limit = Buffer32.limit * 4;
const Stamp = Buffer32.stamp * 4;
const Flushed = Buffer32.flushedLow * 4;
const Repeats = Buffer32.repeats * 4;

// Imports of the log module, then its own function: their indices.
const Call = { flush: 0, time: 1, tick: 2, stack: 3, prepare: 4 } as const;
// Imported globals: where the memory and the sites begin. Then what the last load was: see `repeated`.
const Global = { base: 0, firstSite: 1, address: 2, site: 3, value: 4, written: 5, head: 6, flushed: 7 } as const;

const kindAndSize = (kind: number, bytes = 0): bigint => (BigInt(kind) << 48n) | (BigInt(bytes) << 56n);

/** Writes the record at the head local's place plus `at`: the first half is on the stack made by `first`, the second is the site. */
function record(body: Body, head: number, at: number, first: () => void, second: () => void): void {
  body.get(head);
  first();
  body.access('i64.store', at).get(head);
  second();
  body.access('i64.store', at + 8);
}

/** Moves the head by the bytes written, and has the buffer written out when it is full. */
function advance(body: Body, head: number, bytes: number): void {
  body.i32(0).get(head).i32(bytes).op('i32.add').tee(head).access('i32.store', Head);
  body.get(head).i32(0).access('i32.load', Limit).op('i32.ge_u');
  body.when(() => body.call(Call.flush));
}

const address = (body: Body, local: number, bits: bigint) => (): void => {
  body.get(local).op('i64.extend_i32_u').global(Global.base).op('i64.add').i64(bits).op('i64.or');
};
const site =
  (body: Body, local: number, extra = 0) =>
  (): void => {
    body.get(local).op('i64.extend_i32_u').global(Global.firstSite).op('i64.add');
    if (extra !== 0) body.i64(BigInt(extra) << 48n).op('i64.or');
  };

/** The site in the local, or its place if it is the turn of the access to have a stack: `sampled` of core/log.ts. `inner`: frames between the
 * function of the program and its caller's hook. */
function sampled(body: Body, local: number, inner: number, extra = 0): () => void {
  const [where, counter, more, place] = [body.local(i64), body.local(i32), body.local(i32), body.local(i32)];
  site(body, local)();
  body.set(where).get(where).op('i32.wrap_i64').i32(COUNT_MASK).op('i32.and').i32(2).op('i32.shl').set(counter);
  body.get(counter).get(counter).access('i32.load', BUFFER_END).i32(1).op('i32.sub').tee(more).access('i32.store', BUFFER_END);
  body.get(more).i32(0).op('i32.lt_s');
  body.when(() => {
    body.get(where).op('i32.wrap_i64').i32(inner).call(Call.stack).tee(place);
    body.when(() => body.get(place).op('i64.extend_i32_u').i64(BigInt(PLACE_BIT)).op('i64.or').set(where));
  });
  return () => {
    body.get(where);
    if (extra !== 0) body.i64(BigInt(extra) << 48n).op('i64.or');
  };
}

// Frames of this module and, for all but plain accesses, of a function that the instrumenter added to the module of the program.
const DIRECT = 1;
const OUTLINED = 2;
const nothing = (body: Body) => (): void => {
  body.i64(0n);
};

/** Before a record of the time in the parameter: appends what repeats are counted and, if the time is new, a stamp. */
function prepare(): Export {
  return ofOwn('prepare', typed([i32], i32), (body) => {
    const head = body.local(i32);
    body.i32(0).access('i32.load', Head).set(head);
    body.i32(0).access('i32.load', Repeats);
    body.when(() => {
      const count = (): void => {
        body.i32(0).access('i32.load', Repeats).op('i64.extend_i32_u').i64(kindAndSize(Raw.repeat)).op('i64.or');
      };
      record(body, head, 0, count, nothing(body));
      body.i32(0).i32(0).access('i32.store', Repeats).get(head).i32(16).op('i32.add').set(head);
    });
    body.get(0).i32(0).access('i32.load', Stamp).op('i32.ne');
    body.when(() => {
      const time = (): void => {
        body.get(0).op('i64.extend_i32_u').i64(kindAndSize(Raw.stamp)).op('i64.or');
      };
      record(body, head, 0, time, nothing(body));
      body.i32(0).get(0).access('i32.store', Stamp).get(head).i32(16).op('i32.add').set(head);
    });
    body.get(head);
  });
}

/** Leaves in the head local where a plain record goes. The common case is inline: same time as the last stamp. */
function plainHead(body: Body, head: number): void {
  const time = body.local(i32);
  body.i32(0).access('i32.load', Head).set(head);
  body.call(Call.time).tee(time).i32(0).access('i32.load', Stamp).op('i32.ne');
  body.when(() => body.get(time).call(Call.prepare).set(head));
}

function plain(name: string, kind: number, bytes: number): Export {
  return ofHook(name, (body) => {
    const head = body.local(i32);
    const where = sampled(body, 1, DIRECT);
    plainHead(body, head);
    record(body, head, 0, address(body, 0, kindAndSize(kind, bytes)), where);
    advance(body, head, 16);
  });
}

function range(name: string, kind: number): Export {
  return ofHook(name, (body) => {
    const head = body.local(i32);
    body.get(1).op('i32.eqz');
    body.when(() => body.return());
    const where = sampled(body, 2, OUTLINED);
    plainHead(body, head);
    record(body, head, 0, address(body, 0, kindAndSize(kind)), where);
    const length = (): void => {
      body.get(1).op('i64.extend_i32_u').i64(kindAndSize(Raw.length)).op('i64.or');
    };
    record(body, head, 16, length, nothing(body));
    advance(body, head, 32);
  });
}

/** Before a time is taken: a log that was ended for now is not any more. */
function wake(body: Body): void {
  body.i32(0).access('i32.load', Limit).i32(BUFFER_START).op('i32.eq');
  body.when(() => body.call(Call.flush));
}

function stripe(): Export {
  return ofHook('stripe', (body) => {
    const low = body.local(i32);
    wake(body);
    body.global(Global.base).op('i32.wrap_i64').get(0).op('i32.add').tee(low);
    body.i32(3).op('i32.shr_u').get(low).i32(13).op('i32.shr_u').op('i32.xor');
    const stripe = STRIPES - 1;
    body.i32(stripe).op('i32.and').i32(STRIPE_BYTES).op('i32.mul').i32(STRIPE_START).op('i32.add');
  });
}

/** A load that finds what this thread's last record found, with no write to the stripe since, says nothing new: it is only counted. */
function repeated(): Export {
  return ofHook('repeated', (body) => {
    body.get(0).global(Global.address).op('i32.eq');
    body.get(1).global(Global.site).op('i32.eq').op('i32.and');
    body.get(2).global(Global.value).op('i64.eq').op('i32.and');
    body.get(3).global(Global.written).op('i32.eq').op('i32.and');
    body.i32(0).access('i32.load', Head).global(Global.head).op('i32.eq').op('i32.and');
    body.i32(0).access('i32.load', Flushed).global(Global.flushed).op('i32.eq').op('i32.and');
    body.op('i32.eqz').when(() => body.i32(0).return());
    body.i32(0).i32(0).access('i32.load', Repeats).i32(1).op('i32.add').access('i32.store', Repeats);
    body.i32(0).i32(0).access('i32.load', Stamp).i32(1).op('i32.sub').access('i32.store', Stamp);
    body.i32(1);
  });
}

function atomic(): Export {
  return ofHook('atomic', (body) => {
    const head = body.local(i32);
    const where = sampled(body, 2, OUTLINED, Order.sequential | VALUES);
    body.get(5).op('i32.wrap_i64').call(Call.prepare).set(head);
    const first = (): void => {
      body.get(0).op('i64.extend_i32_u').global(Global.base).op('i64.add');
      body.get(1).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
    };
    record(body, head, 0, first, where);
    record(
      body,
      head,
      16,
      () => body.get(3),
      () => body.get(4),
    );
    advance(body, head, 32);
    body.get(0).setGlobal(Global.address).get(2).setGlobal(Global.site).get(4).setGlobal(Global.value);
    body.get(5).i64(32n).op('i64.shr_u').op('i32.wrap_i64').setGlobal(Global.written);
    body.i32(0).access('i32.load', Flushed).setGlobal(Global.flushed);
    // Only a load can be repeated: no head is 0.
    body.get(1).i32(16).op('i32.shr_u').i32(0xff).op('i32.and').i32(Raw.atomicLoad).op('i32.eq');
    body.i32(0).access('i32.load', Head).op('i32.mul').setGlobal(Global.head);
  });
}

function fence(): Export {
  return ofHook('fence', (body) => {
    const head = body.local(i32);
    wake(body);
    body.call(Call.tick).call(Call.prepare).set(head);
    const first = (): void => {
      body.i64(kindAndSize(Raw.fence));
    };
    record(body, head, 0, first, site(body, 0, Order.sequential));
    advance(body, head, 16);
  });
}

let logBytes: Uint8Array<ArrayBuffer> | undefined;
export function logModule(): Uint8Array<ArrayBuffer> {
  const sizes = [1, 2, 4, 8, 16];
  logBytes ??= buildModule({
    memory: 'buffer',
    functions: [
      { name: 'flush', ...typed([]) },
      { name: 'time', ...typed([], i32) },
      { name: 'tick', ...typed([], i32) },
      { name: 'stack', ...typed([i32, i32], i32) },
    ],
    globals: ['base', 'firstSite'],
    variables: [i32, i32, i64, i32, i32, i32],
    exports: [
      prepare(),
      ...sizes.map((bytes) => plain(`read${bytes}`, Raw.read, bytes)),
      ...sizes.map((bytes) => plain(`write${bytes}`, Raw.write, bytes)),
      range('readRange', Raw.readRange),
      range('writeRange', Raw.writeRange),
      stripe(),
      repeated(),
      atomic(),
      fence(),
    ],
  });
  return logBytes;
}
