// Which plain accesses of WebAssembly are recorded: as in the recorder of C (record/c/runtime/intercept/accesses.c).
//
// Before the process has a second thread, none is: whoever comes later is ordered after all of that, in every schedule, by its start. A module that makes
// itself ready, or a solver that is fed, does most of what it does then.
//
// The same access (address, size, kind) at the same site, with no synchronisation of this thread in between, races with nothing that the first one
// does not race with, in this run or another: it is dropped. What is compared is all of it, not a hash, so nothing else ever is. Each thread remembers
// SEEN of them, in its buffer; what it forgets is recorded once more.
//
// The accesses of one site that walk through memory are one record of up to 255 bytes, which grows in place (docs/recording-format.md, "Runs"). All of them
// are between the same two synchronisations of the thread. It ends when the buffer is written out, and when somebody else saves a copy of it (`walk`).

import { RUNS_START, SEEN_MASK, SEEN_START } from '../core/hooks.ts';
import type { Body } from './body.ts';
import { Alone, Epoch, Flushed, Global, isSite, STREW, Walk } from './log-records.ts';
import { Code, Type } from './opcode.ts';

const { i32, i64 } = Type;

const ENTRY_SHIFT = 4;
/** By site. Per walk: the first half of its record, its site and epoch, where the record is, and what had been written out and saved then. */
const WALKS = 32;
const WALK_SHIFT = 5;
const Of = { what: 0, when: 8, slot: 16, flushed: 20, walk: 24 } as const;

/** The bits of `extra` that say how large the elements of a walk are. */
export function element(bytes: number): number {
  return Math.log2(bytes) + 1;
}

/** Returns from the hook if there is no other thread yet. */
export function returnIfAlone(body: Body): void {
  body.i32(0).access('i32.load', Alone);
  body.when(() => body.return());
}

/** Returns from the hook if the access in the local `what` was seen; else it is, from now on. Neighbours in memory are neighbours in what is remembered. Gives a
 * local with site and epoch. */
export function returnIfSeen(body: Body, what: number, address: number, site: number, shift: number): number {
  const when = body.local(i64);
  const entry = body.local(i32);
  body.get(site).op('i64.extend_i32_u').global(Global.firstSite).op('i64.add');
  body.i32(0).access('i32.load', Epoch).op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or').set(when);
  body.get(address);
  if (shift > 0) body.i32(shift).op('i32.shr_u');
  body.get(site).i32(STREW).op('i32.mul').i32(10).op('i32.shr_u').op('i32.add');
  body.i32(SEEN_MASK).op('i32.and').i32(ENTRY_SHIFT).op('i32.shl').tee(entry);
  body.access('i64.load', SEEN_START).get(what).op('i64.eq');
  body
    .get(entry)
    .access('i64.load', SEEN_START + 8)
    .get(when)
    .op('i64.eq')
    .op('i32.and');
  body.when(() => body.return());
  body.get(entry).get(what).access('i64.store', SEEN_START);
  body
    .get(entry)
    .get(when)
    .access('i64.store', SEEN_START + 8);
  return when;
}

/** Locals. */
interface Access {
  /** The first half of its record. */
  readonly what: number;
  /** Its site and epoch. */
  readonly when: number;
  /** Its site or place. */
  readonly where: number;
  readonly site: number;
}

/** Locals. */
interface WalkOf extends Access {
  /** Where it is kept. */
  readonly at: number;
  /** What is saved of the buffer now. */
  readonly saved: number;
}

/** Returns from the hook if a walk goes on with this access, which has its record then. */
export function isGoneOn(body: Body, access: Access, bytes: number): WalkOf {
  const { what, when, where, site } = access;
  const [at, saved, before, size] = [body.local(i32), body.local(i32), body.local(i64), body.local(i64)];
  const of = (offset: number): Body => body.get(at).access('i32.load', RUNS_START + offset);
  body
    .get(site)
    .i32(WALKS - 1)
    .op('i32.and')
    .i32(WALK_SHIFT)
    .op('i32.shl')
    .set(at);
  body.i32(0).access('i32.load', Walk).set(saved);
  body
    .get(at)
    .access('i64.load', RUNS_START + Of.what)
    .tee(before)
    .i64(56n)
    .op('i64.shr_u')
    .set(size);
  body
    .get(at)
    .access('i64.load', RUNS_START + Of.when)
    .get(when)
    .op('i64.eq');
  body.get(before).get(size).op('i64.add').get(what).op('i64.xor').i64(8n).op('i64.shl').op('i64.eqz').op('i32.and');
  body
    .get(size)
    .op('i32.wrap_i64')
    .i32(256 - bytes)
    .op('i32.ge_u')
    .op('i32.eqz')
    .op('i32.and');
  isSite(body, where).op('i32.and');
  of(Of.flushed).i32(0).access('i32.load', Flushed).op('i32.eq').op('i32.and');
  of(Of.walk).get(saved).op('i32.eq').op('i32.and');
  body.when(() => {
    body
      .get(before)
      .i64(BigInt(bytes) << 56n)
      .op('i64.add')
      .set(before);
    body
      .get(at)
      .get(before)
      .access('i64.store', RUNS_START + Of.what);
    of(Of.slot).get(before).access('i64.store');
    // Whoever saved a copy meanwhile may not have it: it is recorded once more.
    body.i32(0).access('i32.atomic.load', Walk).get(saved).op('i32.eq');
    body.when(() => body.return());
  });
  return { ...access, at, saved };
}

/** The record at the head is one that others may go on. */
export function beginWalk(body: Body, { what, when, where, at, saved }: WalkOf, head: number): void {
  body
    .get(at)
    .get(what)
    .access('i64.store', RUNS_START + Of.what);
  // One that has callers of its own has no other accesses: no site is this one.
  body.get(at).get(when).i64(-1n);
  isSite(body, where).code.byte(Code.select);
  body.access('i64.store', RUNS_START + Of.when);
  body
    .get(at)
    .get(head)
    .access('i32.store', RUNS_START + Of.slot);
  body
    .get(at)
    .i32(0)
    .access('i32.load', Flushed)
    .access('i32.store', RUNS_START + Of.flushed);
  body
    .get(at)
    .get(saved)
    .access('i32.store', RUNS_START + Of.walk);
}
