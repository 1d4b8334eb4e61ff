// The hooks of plain accesses and of ranges, as functions of the helper module. Every access is recorded, or (seen.ts) only those that may tell something new.

import { Raw } from '../../../raw/format.ts';
import type { Body } from './body.ts';
import {
  address,
  advance,
  DIRECT,
  type Export,
  kindAndSize,
  nothing,
  OUTLINED,
  ofHook,
  placed,
  plainHead,
  record,
  sampled,
} from './log-records.ts';
import { Type } from './opcode.ts';
import { beginWalk, element, isGoneOn, returnIfAlone, returnIfSeen } from './seen.ts';

const SIZES = [1, 2, 4, 8, 16] as const;

/** `filters`: what cannot tell anything new is left out. */
export function plainHooks(filters: boolean): Export[] {
  const plain = filters ? filtered : unfiltered;
  return [
    ...SIZES.map((bytes) => plain(`read${bytes}`, Raw.read, bytes)),
    ...SIZES.map((bytes) => plain(`write${bytes}`, Raw.write, bytes)),
    range('readRange', Raw.readRange, filters),
    range('writeRange', Raw.writeRange, filters),
  ];
}

function unfiltered(name: string, kind: number, bytes: number): Export {
  return ofHook(name, (body) => {
    const head = body.local(Type.i32);
    const where = sampled(body, 1, DIRECT);
    plainHead(body, head);
    record(body, head, 0, address(body, 0, kindAndSize(kind, bytes)), placed(body, where));
    advance(body, head, 16);
  });
}

function filtered(name: string, kind: number, bytes: number): Export {
  return ofHook(name, (body) => {
    returnIfAlone(body);
    const what = body.local(Type.i64);
    address(body, 0, kindAndSize(kind, bytes))();
    body.set(what);
    const when = returnIfSeen(body, what, 0, 1, Math.log2(bytes));
    const where = sampled(body, 1, DIRECT);
    const walk = isGoneOn(body, { what, when, where, site: 1 }, bytes);
    const head = body.local(Type.i32);
    plainHead(body, head);
    beginWalk(body, walk, head);
    record(body, head, 0, () => body.get(what), placed(body, where, element(bytes)));
    advance(body, head, 16);
  });
}

/** Ranges this long and longer are records of two parts. */
const LONG = 256;

function range(name: string, kind: number, filters: boolean): Export {
  return ofHook(name, (body) => {
    if (filters) returnIfAlone(body);
    const head = body.local(Type.i32);
    body.get(1).op('i32.eqz');
    body.when(() => body.return());
    if (filters) {
      body.get(1).i32(LONG).op('i32.ge_u').op('i32.eqz');
      body.when(() => shortRange(body, head, kind));
    }
    const where = sampled(body, 2, OUTLINED);
    plainHead(body, head);
    record(body, head, 0, address(body, 0, kindAndSize(kind)), placed(body, where));
    const length = (): void => {
      body.get(1).op('i64.extend_i32_u').i64(kindAndSize(Raw.length)).op('i64.or');
    };
    record(body, head, 16, length, nothing(body));
    advance(body, head, 32);
  });
}

/** One that is an access of so many bytes. */
function shortRange(body: Body, head: number, kind: number): void {
  const what = body.local(Type.i64);
  address(body, 0, kindAndSize(kind === Raw.readRange ? Raw.read : Raw.write))();
  body.get(1).op('i64.extend_i32_u').i64(56n).op('i64.shl').op('i64.or').set(what);
  returnIfSeen(body, what, 0, 2, 0);
  const where = sampled(body, 2, OUTLINED);
  plainHead(body, head);
  record(body, head, 0, () => body.get(what), placed(body, where));
  advance(body, head, 16);
  body.return();
}
