// Synchronisation objects by address: locks, barriers, channels, semaphores, and the ranges that atomics use. Each has its period, as
// memory has: a lock in memory that was freed and used again is another lock.

import { Wanted } from '../format.ts';
import type { Block } from '../naming.ts';
import { AddressMap } from './address-map.ts';
import type { LockCandidate } from './lock-lifting.ts';
import { PAGE_BYTES, type Page, type Shadow } from './shadow.ts';
import { Timeline } from './timeline.ts';

export const Family = { lock: 0, barrier: 1, channel: 2, semaphore: 3, atomic: 4 } as const;

const FAMILIES = 16;

/** Atomics of each size in bytes are a family of their own; there are none beyond 16, and none between 8 and 16. */
export function atomicFamily(bytes: number): number {
  return Family.atomic + (bytes <= 8 ? bytes : 9);
}

/** The family of what a request is for, by its `extra`; undefined if that is a thread. */
export function familyWanted(extra: number): number | undefined {
  switch (extra & 0xff) {
    case Wanted.lock:
    case Wanted.share:
    case Wanted.waking:
    case Wanted.word:
      return Family.lock;
    case Wanted.others:
      return Family.barrier;
    case Wanted.token:
      return Family.semaphore;
    default:
      return undefined;
  }
}

export function keyOf(address: number, family: number): number {
  return address * FAMILIES + family;
}

export interface SyncObject {
  readonly address: number;
  readonly family: number;
  /** 0 but for atomics. */
  readonly bytes: number;
  readonly birth: number;
  /** Atomics only. */
  readonly candidate: LockCandidate | undefined;
  /** Atomics of another range overlap it. */
  mixed: boolean;
  lifted: boolean;
  /** Of a lifted one: threads sleep until they get it. */
  awaited: boolean;
  /** Of a lock: somebody takes it from whoever has it. */
  stolen: boolean;
}

/** The objects that are in use in the first pass, and all periods for the second. */
export class SyncObjects {
  readonly timeline = new Timeline(new AddressMap(10));
  /** Per period. */
  readonly ended: { readonly object: SyncObject; readonly block: Block | undefined }[] = [];
  /** Whether there are atomics of different ranges that overlap. */
  anyMixed = false;
  private readonly shadow: Shadow;
  private readonly live = new AddressMap(10);
  private readonly objects: SyncObject[] = [];

  constructor(shadow: Shadow) {
    this.shadow = shadow;
  }

  find(address: number, family: number): SyncObject | undefined {
    const index = this.live.get(keyOf(address, family));
    return index < 0 ? undefined : this.objects[index];
  }

  /** The atomic that threads wait for: Atomics.wait takes words of 4 or 8 bytes. */
  atomicAt(address: number): SyncObject | undefined {
    return this.find(address, atomicFamily(4)) ?? this.find(address, atomicFamily(8));
  }

  add(object: SyncObject): void {
    const index = this.objects.push(object) - 1;
    this.live.set(keyOf(object.address, object.family), index);
    const last = object.address + Math.max(object.bytes, 1) - 1;
    const first = this.shadow.page(Math.floor(object.address / PAGE_BYTES));
    const pages = last >= (first.number + 1) * PAGE_BYTES ? [first, this.shadow.page(first.number + 1)] : [first];
    for (const page of pages) {
      if (object.bytes > 0) this.compare(object, page);
      page.objects ??= [];
      page.objects.push(index);
    }
  }

  /** The atomic ranges that overlap these bytes, at most one page long, in the order of their addresses, the longer ones first. */
  atomicsIn(start: number, bytes: number): SyncObject[] {
    const indices = this.shadow.page(Math.floor(start / PAGE_BYTES)).objects ?? [];
    const found = indices.map((index) => this.objects[index]!);
    return found
      .filter((other) => other.bytes > 0 && other.address < start + bytes && start < other.address + other.bytes)
      .sort((a, b) => a.address - b.address || b.bytes - a.bytes);
  }

  /** In the second pass: the period of an atomic range. */
  period(address: number, bytes: number, now: number): number {
    return this.timeline.find(keyOf(address, atomicFamily(bytes)), now);
  }

  /** In the second pass: the period of a word that threads wait for and that is a lock, or -1. */
  liftedAt(address: number, now: number): number {
    for (const bytes of [4, 8]) {
      const period = this.period(address, bytes, now);
      if (period >= 0 && this.ended[period]!.object.lifted) return period;
    }
    return -1;
  }

  /** The use of the memory from `from` to `to` ends: so do the objects in it. */
  end(pages: readonly Page[], from: number, to: number, now: number, blockOf: (address: number) => Block | undefined): void {
    for (const page of pages) {
      if (page.objects === undefined) continue;
      const within = (index: number) => this.objects[index]!.address >= from && this.objects[index]!.address < to;
      const ended = page.objects.filter(within);
      if (ended.length === 0) continue;
      page.objects = page.objects.filter((index) => !within(index));
      for (const index of ended) this.close(index, now, blockOf);
    }
  }

  private close(index: number, now: number, blockOf: (address: number) => Block | undefined): void {
    const object = this.objects[index]!;
    const key = keyOf(object.address, object.family);
    // One that reaches into the next page stands in both.
    if (this.live.get(key) !== index) return;
    this.live.delete(key);
    this.timeline.add(key, object.birth, now);
    this.ended.push({ object, block: blockOf(object.address) });
  }

  private compare(object: SyncObject, page: Page): void {
    for (const index of page.objects ?? []) {
      const other = this.objects[index]!;
      const apart = other.address >= object.address + object.bytes || object.address >= other.address + other.bytes;
      if (other.bytes === 0 || apart || other === object) continue;
      other.mixed = true;
      object.mixed = true;
      this.anyMixed = true;
    }
  }
}
