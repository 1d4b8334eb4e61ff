// Loops of atomic stores: a program that sets a table of atomics stores millions of times, and each is synchronisation. The stores of a thread that come
// one right after the other, at times that follow each other, of one value, at addresses with one distance, are one record (Raw.atomicStores). Their
// sites are those of a loop, which compilers unroll: with one distance from the first on, and then the first again.
//
// The record of the first store becomes that of all, in place, while it is the last in the buffer. See seen.ts for when that ends.

import { Raw } from '../../../raw/format.ts';
import { MOST_STORES } from '../core/hooks.ts';
import type { Body } from './body.ts';
import { Call, type Export, Flushed, Global, Head, isSite, ofOwn, typed, Walk } from './log-records.ts';
import { Type } from './opcode.ts';

const { i32, i64 } = Type;

/** Parameters of `row`. */
const [ADDRESS, WORD, SITE, AFTER, TIME] = [0, 1, 2, 3, 4] as const;
const STRIDES = 0x1_0000;
/** Between the sites of two stores. */
const STEPS = 0x1_0000;

function returnUnless(body: Body): void {
  body.op('i32.eqz').when(() => body.i32(0).return());
}

/** `row(address, kind << 16 | size << 24, site, value after, time)`: whether the store is one of the row before it, and has its record. */
export function row(): Export {
  return ofOwn('row', typed([i32, i32, i32, i64, i32], i32), (body) => {
    const [stride, next] = [body.local(i32), body.local(i32)];
    body.i32(0).access('i32.load', Head).global(Global.rowHead).op('i32.eq');
    body.i32(0).access('i32.load', Flushed).global(Global.rowFlushed).op('i32.eq').op('i32.and');
    body.i32(0).access('i32.load', Walk).global(Global.rowWalk).op('i32.eq').op('i32.and');
    body.get(TIME).global(Global.rowTime).i32(1).op('i32.add').op('i32.eq').op('i32.and');
    body.get(AFTER).global(Global.rowAfter).op('i64.eq').op('i32.and');
    body.get(WORD).global(Global.rowWord).op('i32.eq').op('i32.and');
    body.i32(MOST_STORES).global(Global.rowCount).op('i32.ne').op('i32.and');
    returnUnless(body);
    body.get(ADDRESS).global(Global.rowAddress).op('i32.sub').set(stride);
    hasStride(body, stride);
    hasSite(body, next);
    body.get(stride).setGlobal(Global.rowStride).get(next).setGlobal(Global.rowIndex);
    body.get(ADDRESS).setGlobal(Global.rowAddress).get(TIME).setGlobal(Global.rowTime);
    body.global(Global.rowCount).i32(1).op('i32.add').setGlobal(Global.rowCount);
    write(body);
    body.i32(0).access('i32.atomic.load', Walk).global(Global.rowWalk).op('i32.eq');
  });
}

function hasStride(body: Body, stride: number): void {
  body.global(Global.rowCount).i32(1).op('i32.eq');
  body.when(() => {
    body
      .get(stride)
      .i32(STRIDES / 2)
      .op('i32.add')
      .i32(STRIDES)
      .op('i32.ge_u')
      .op('i32.eqz');
    returnUnless(body);
  });
  body.global(Global.rowCount).i32(1).op('i32.ne');
  body.when(() => returnUnless(body.get(stride).global(Global.rowStride).op('i32.eq')));
}

/** The second store says how far its site is from the first, if it has another one. */
function hasSite(body: Body, next: number): void {
  body.global(Global.rowCount).i32(1).op('i32.eq');
  body.when(() => {
    body.get(SITE).global(Global.rowFirst).op('i32.sub').set(next);
    body.get(next).op('i32.eqz');
    body.when(() => body.i32(1).set(next));
    returnUnless(body.get(next).i32(STEPS).op('i32.ge_u').op('i32.eqz'));
    body.get(next).setGlobal(Global.rowStep);
  });
  body.global(Global.rowIndex).i32(1).op('i32.add').tee(next).global(Global.rowPeriod).op('i32.eq');
  body.when(() => body.i32(0).set(next));
  body.get(SITE).global(Global.rowFirst).get(next).global(Global.rowStep).op('i32.mul').op('i32.add').op('i32.ne');
  body.when(() => {
    returnUnless(body.get(SITE).global(Global.rowFirst).op('i32.eq'));
    returnUnless(body.global(Global.rowPeriod).op('i32.eqz'));
    body.get(next).setGlobal(Global.rowPeriod).i32(0).set(next);
  });
}

/** How many there are, of how many sites, how far apart, and how far apart the sites, in the place of the value before, which nobody asks a store for. Then what it is. */
function write(body: Body): void {
  body.global(Global.rowSlot).global(Global.rowPeriod).i32(16).op('i32.shl').global(Global.rowCount).op('i32.or');
  body.access('i32.store', 16);
  body
    .global(Global.rowSlot)
    .global(Global.rowStride)
    .i32(STRIDES - 1)
    .op('i32.and')
    .global(Global.rowStep)
    .i32(16)
    .op('i32.shl')
    .op('i32.or')
    .access('i32.store', 20);
  body.global(Global.rowCount).i32(2).op('i32.eq');
  body.when(() => {
    body.global(Global.rowSlot).global(Global.rowSlot).access('i32.load', 4);
    body
      .i32((Raw.atomicStore ^ Raw.atomicStores) << 16)
      .op('i32.xor')
      .access('i32.store', 4);
  });
}

/** Locals of the hook `atomic`. */
export interface Store {
  readonly where: number;
  readonly head: number;
  readonly time: number;
}

/** Whether it is a store at a plain site: what a row is made of. */
function isRowable(body: Body, where: number): void {
  body.get(1).i32(16).op('i32.shr_u').i32(0xff).op('i32.and').i32(Raw.atomicStore).op('i32.eq');
  isSite(body, where).op('i32.and');
}

/** Returns from the hook `atomic` if the store goes on with a row. */
export function returnIfInRow(body: Body, { where, time }: Pick<Store, 'where' | 'time'>): void {
  isRowable(body, where);
  body.when(() => {
    body.get(0).get(1).get(2).get(4).get(time).call(Call.row);
    body.when(() => body.return());
  });
}

/** The record that comes to the head may be the first of a row. */
export function beginRow(body: Body, { where, head, time }: Store): void {
  body.get(head).setGlobal(Global.rowSlot);
  body.get(head).i32(32).op('i32.add');
  isRowable(body, where);
  body.op('i32.mul').setGlobal(Global.rowHead);
  body.i32(0).access('i32.load', Flushed).setGlobal(Global.rowFlushed);
  body.i32(0).access('i32.load', Walk).setGlobal(Global.rowWalk);
  body.get(4).setGlobal(Global.rowAfter).get(1).setGlobal(Global.rowWord).get(0).setGlobal(Global.rowAddress);
  body.get(time).setGlobal(Global.rowTime).get(2).setGlobal(Global.rowFirst);
  body.i32(0).setGlobal(Global.rowIndex).i32(0).setGlobal(Global.rowPeriod).i32(1).setGlobal(Global.rowCount);
}
