// How the helper module that appends to a thread's log does it (helper.ts): where a record goes, what comes before it when the time is new, and the
// site that it has.

import { PLACE_BIT, Raw } from '../../../raw/format.ts';
import { BUFFER_END, Buffer32, COUNT_MASK } from '../core/hooks.ts';
import { Body, type BuiltModule } from './body.ts';
import { type FunctionType, hookNumber, hooks } from './interface.ts';
import { Type } from './opcode.ts';

const { i32, i64 } = Type;
export type Export = BuiltModule['exports'][number];

export function typed(parameters: FunctionType['parameters'], ...results: FunctionType['results']): FunctionType {
  return { parameters, results };
}

export function ofHook(name: string, write: (body: Body) => void): Export {
  return ofOwn(name, hooks[hookNumber(name)]!, write);
}

export function ofOwn(name: string, type: FunctionType, write: (body: Body) => void): Export {
  const body = new Body(type);
  write(body);
  return { name, type, body };
}

export const Head: number = Buffer32.head * 4;
export const Limit: number = Buffer32.limit * 4;
export const Stamp: number = Buffer32.stamp * 4;
export const Flushed: number = Buffer32.flushedLow * 4;
export const Repeats: number = Buffer32.repeats * 4;
export const Epoch: number = Buffer32.epoch * 4;
export const Walk: number = Buffer32.walk * 4;
export const Alone: number = Buffer32.alone * 4;
export const Loads: number = Buffer32.loads * 4;

/** Functions that the module imports, then its own: their indices. */
export const Call = { flush: 0, time: 1, tick: 2, stack: 3, prepare: 4, row: 5 } as const;
/** Imported globals: where the memory and the sites begin. Then what the last load was (loads.ts), then a row of stores (store-rows.ts). */
export const Global = {
  ...{ base: 0, firstSite: 1, address: 2, site: 3, value: 4, written: 5, head: 6, flushed: 7 },
  ...{ rowAfter: 8, rowHead: 9, rowSlot: 10, rowFlushed: 11, rowWalk: 12, rowWord: 13, rowAddress: 14, rowTime: 15 },
  ...{ rowStride: 16, rowFirst: 17, rowIndex: 18, rowPeriod: 19, rowCount: 20, rowStep: 21 },
} as const;
/** Spreads sites, which are numbered one after the other, over the memory of what was seen. */
export const STREW: number = 0x9e3779b1 | 0;

/** The types of those that are not imported. */
export const VARIABLES: readonly (typeof i32 | typeof i64)[] = [
  i32,
  i32,
  i64,
  i32,
  i32,
  i32,
  i64,
  ...Array<typeof i32>(13).fill(i32),
];

export const kindAndSize = (kind: number, bytes = 0): bigint => (BigInt(kind) << 48n) | (BigInt(bytes) << 56n);

/** Writes the record at the head local's place plus `at`: the first half is on the stack made by `first`, the second is the site. */
export function record(body: Body, head: number, at: number, first: () => void, second: () => void): void {
  body.get(head);
  first();
  body.access('i64.store', at).get(head);
  second();
  body.access('i64.store', at + 8);
}

/** Moves the head by the bytes written, and has the buffer written out when it is full. */
export function advance(body: Body, head: number, bytes: number): void {
  body.i32(0).get(head).i32(bytes).op('i32.add').tee(head).access('i32.store', Head);
  body.get(head).i32(0).access('i32.load', Limit).op('i32.ge_u');
  body.when(() => body.call(Call.flush));
}

export const address = (body: Body, local: number, bits: bigint) => (): void => {
  body.get(local).op('i64.extend_i32_u').global(Global.base).op('i64.add').i64(bits).op('i64.or');
};

/** `extra`: of the record, whose second half begins with the site. */
export const site =
  (body: Body, local: number, extra = 0) =>
  (): void => {
    body.get(local).op('i64.extend_i32_u').global(Global.firstSite).op('i64.add');
    withExtra(body, extra);
  };

export const placed =
  (body: Body, where: number, extra = 0) =>
  (): void => {
    body.get(where);
    withExtra(body, extra);
  };

function withExtra(body: Body, extra: number): void {
  if (extra !== 0) body.i64(BigInt(extra) << 48n).op('i64.or');
}

export const nothing = (body: Body) => (): void => {
  body.i64(0n);
};

// Frames of this module and, for all but plain accesses, of a function that the instrumenter added to the module of the program.
export const DIRECT = 1;
export const OUTLINED = 2;

/** A local with the site in the local, or with its place if it is the turn of the access to have a stack: `sampled` of core/log.ts. `inner`: frames
 * between the function of the program and its caller's hook. */
export function sampled(body: Body, local: number, inner: number): number {
  const [where, counter, more, place] = [body.local(i64), body.local(i32), body.local(i32), body.local(i32)];
  site(body, local)();
  body.set(where).get(where).op('i32.wrap_i64').i32(COUNT_MASK).op('i32.and').i32(2).op('i32.shl').set(counter);
  body.get(counter).get(counter).access('i32.load', BUFFER_END).i32(1).op('i32.sub').tee(more).access('i32.store', BUFFER_END);
  body.get(more).i32(0).op('i32.lt_s');
  body.when(() => {
    body.get(where).op('i32.wrap_i64').i32(inner).call(Call.stack).tee(place);
    body.when(() => body.get(place).op('i64.extend_i32_u').i64(BigInt(PLACE_BIT)).op('i64.or').set(where));
  });
  return where;
}

/** Puts on the stack whether what `sampled` gave is the site itself. */
export function isSite(body: Body, where: number): Body {
  return body.get(where).i64(BigInt(PLACE_BIT)).op('i64.and').op('i64.eqz');
}

/** Before a record of the time in the parameter: appends what repeats are counted and, if the time is new, a stamp. */
export function prepare(): Export {
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
export function plainHead(body: Body, head: number): void {
  const time = body.local(i32);
  body.i32(0).access('i32.load', Head).set(head);
  body.call(Call.time).tee(time).i32(0).access('i32.load', Stamp).op('i32.ne');
  body.when(() => body.get(time).call(Call.prepare).set(head));
}

/** What the thread remembers of its accesses is forgotten: it synchronises. */
export function nextEpoch(body: Body): void {
  body.i32(0).i32(0).access('i32.load', Epoch).i32(1).op('i32.add').access('i32.store', Epoch);
}
