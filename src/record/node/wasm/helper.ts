// The two modules that instrumented code calls. `control` works on the memory that all threads share: the time and the stripes. `log`
// works on this thread's buffer and is instantiated once per instrumented instance, because it knows where that one's memory and
// sites begin. There are two because an engine without multi-memory allows one memory per module.

import { Order, Raw, VALUES } from '../../../raw/format.ts';
import {
  BUFFER_START,
  Control32,
  STRIPE_BYTES,
  STRIPE_LAST_STORE,
  STRIPE_LAST_THREAD,
  STRIPE_START,
  STRIPES,
} from '../core/hooks.ts';
import { type Body, buildModule } from './body.ts';
import { remember, repeated } from './loads.ts';
import {
  advance,
  Call,
  type Export,
  Global,
  kindAndSize,
  Limit,
  nextEpoch,
  OUTLINED,
  ofHook,
  ofOwn,
  placed,
  prepare,
  record,
  sampled,
  site,
  typed,
  VARIABLES,
} from './log-records.ts';
import { Type } from './opcode.ts';
import { plainHooks } from './plain-hooks.ts';
import { beginRow, returnIfInRow, row } from './store-rows.ts';

const { i32 } = Type;

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

function atomic(filters: boolean): Export {
  return ofHook('atomic', (body) => {
    const head = body.local(i32);
    const time = body.local(i32);
    const written = body.local(i32);
    const where = sampled(body, 2, OUTLINED);
    nextEpoch(body);
    body.get(5).op('i32.wrap_i64').set(time);
    if (filters) returnIfInRow(body, { where, time });
    body.get(time).call(Call.prepare).set(head);
    if (filters) beginRow(body, { where, head, time });
    const first = (): void => {
      body.get(0).op('i64.extend_i32_u').global(Global.base).op('i64.add');
      body.get(1).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or');
    };
    record(body, head, 0, first, placed(body, where, Order.sequential | VALUES));
    record(
      body,
      head,
      16,
      () => body.get(3),
      () => body.get(4),
    );
    advance(body, head, 32);
    body.get(5).i64(32n).op('i64.shr_u').op('i32.wrap_i64').set(written);
    remember(body, 1, { address: 0, site: 2, value: 4, written }, filters);
  });
}

function fence(): Export {
  return ofHook('fence', (body) => {
    const head = body.local(i32);
    wake(body);
    nextEpoch(body);
    body.call(Call.tick).call(Call.prepare).set(head);
    const first = (): void => {
      body.i64(kindAndSize(Raw.fence));
    };
    record(body, head, 0, first, site(body, 0, Order.sequential));
    advance(body, head, 16);
  });
}

const logBytes: Uint8Array<ArrayBuffer>[] = [];
/** `filters`: what can tell nothing new is left out, and loops of stores are one record. */
export function logModule(filters: boolean): Uint8Array<ArrayBuffer> {
  logBytes[Number(filters)] ??= buildModule({
    memory: 'buffer',
    functions: [
      { name: 'flush', ...typed([]) },
      { name: 'time', ...typed([], i32) },
      { name: 'tick', ...typed([], i32) },
      { name: 'stack', ...typed([i32, i32], i32) },
    ],
    globals: ['base', 'firstSite'],
    variables: VARIABLES,
    exports: [prepare(), row(), ...plainHooks(filters), stripe(), repeated(filters), atomic(filters), fence()],
  });
  return logBytes[Number(filters)]!;
}
