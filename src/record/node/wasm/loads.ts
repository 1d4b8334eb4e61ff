// Atomic loads of WebAssembly that tell nothing new, and are not recorded: the same load, at the same site, saw the same store before, and since then the
// thread has done nothing that others could notice, nor heard of them: only plain accesses and other loads. It took what that store gave the first time. The
// assembler leaves such loads out as well (raw/assemble/atomic-events.ts), and for the same reason they end no epoch of plain accesses.
//
// The last record is compared with first: a loop that waits for one word is counted. A pool that waits looks at some words in turn, millions of times a
// second: those it has remembered, LOADED_MASK + 1 of them, whole. What it forgets is recorded once more.

import { Raw } from '../../../raw/format.ts';
import { LOADED_MASK, LOADED_START } from '../core/hooks.ts';
import type { Body } from './body.ts';
import { Epoch, type Export, Flushed, Global, Head, Loads, ofHook, Repeats, STREW, Stamp } from './log-records.ts';
import { Type } from './opcode.ts';

const { i32, i64 } = Type;

const ENTRY_SHIFT = 5;
/** Per load: its address, its site and what others could notice until then, the value, and the last store to its stripe. */
const Of = { address: LOADED_START, when: LOADED_START + 8, value: LOADED_START + 16, written: LOADED_START + 24 } as const;

/** Whether a load tells nothing new. `remembers`: also if it is not that of the last record. */
export function repeated(remembers: boolean): Export {
  return ofHook('repeated', (body) => {
    const [address, site, value, written] = [0, 1, 2, 3];
    isLastRecord(body, { address, site, value, written });
    body.when(() => {
      count(body, Repeats, 1);
      // Spoilt, so that the next record comes by what writes the count.
      count(body, Stamp, -1);
      body.i32(1).return();
    });
    if (remembers) isRemembered(body, { address, site, value, written });
    else body.i32(0);
  });
}

/** Locals. */
interface Load {
  readonly address: number;
  readonly site: number;
  readonly value: number;
  readonly written: number;
}

function isLastRecord(body: Body, { address, site, value, written }: Load): void {
  body.get(address).global(Global.address).op('i32.eq');
  body.get(site).global(Global.site).op('i32.eq').op('i32.and');
  body.get(value).global(Global.value).op('i64.eq').op('i32.and');
  body.get(written).global(Global.written).op('i32.eq').op('i32.and');
  body.i32(0).access('i32.load', Head).global(Global.head).op('i32.eq').op('i32.and');
  body.i32(0).access('i32.load', Flushed).global(Global.flushed).op('i32.eq').op('i32.and');
}

function isRemembered(body: Body, load: Load): void {
  const { at, absolute, when } = entry(body, load);
  body.get(at).access('i64.load', Of.address).get(absolute).op('i64.eq');
  body.get(at).access('i64.load', Of.when).get(when).op('i64.eq').op('i32.and');
  body.get(at).access('i64.load', Of.value).get(load.value).op('i64.eq').op('i32.and');
  body.get(at).access('i32.load', Of.written).get(load.written).op('i32.eq').op('i32.and');
}

/** After a record of an atomic, of the kind and size in the local `what`, at a time that is in the globals: what the next one is compared with. */
export function remember(body: Body, what: number, load: Load, remembers: boolean): void {
  body.get(load.address).setGlobal(Global.address).get(load.site).setGlobal(Global.site).get(load.value).setGlobal(Global.value);
  body.get(load.written).setGlobal(Global.written);
  body.i32(0).access('i32.load', Flushed).setGlobal(Global.flushed);
  // Only a load can be repeated: no head is 0.
  body.i32(0).setGlobal(Global.head);
  body.get(what).i32(16).op('i32.shr_u').i32(0xff).op('i32.and').i32(Raw.atomicLoad).op('i32.eq');
  body.when(() => {
    body.i32(0).access('i32.load', Head).setGlobal(Global.head);
    if (!remembers) return;
    count(body, Loads, 1);
    const { at, absolute, when } = entry(body, load);
    body.get(at).get(absolute).access('i64.store', Of.address);
    body.get(at).get(when).access('i64.store', Of.when);
    body.get(at).get(load.value).access('i64.store', Of.value);
    body.get(at).get(load.written).access('i32.store', Of.written);
  });
}

function entry(body: Body, { address, site }: Load): { at: number; absolute: number; when: number } {
  const [at, absolute, when] = [body.local(i32), body.local(i64), body.local(i64)];
  body.get(address).op('i64.extend_i32_u').global(Global.base).op('i64.add').set(absolute);
  body.get(site).op('i64.extend_i32_u').global(Global.firstSite).op('i64.add');
  body.i32(0).access('i32.load', Epoch).i32(0).access('i32.load', Loads).op('i32.sub');
  body.op('i64.extend_i32_u').i64(32n).op('i64.shl').op('i64.or').set(when);
  body.get(address).i32(2).op('i32.shr_u').get(site).op('i32.add').i32(STREW).op('i32.mul').i32(16).op('i32.shr_u');
  body.i32(LOADED_MASK).op('i32.and').i32(ENTRY_SHIFT).op('i32.shl').set(at);
  return { at, absolute, when };
}

/** Adds to a word of the buffer. */
function count(body: Body, word: number, by: number): void {
  body.i32(0).i32(0).access('i32.load', word).i32(by).op('i32.add').access('i32.store', word);
}
