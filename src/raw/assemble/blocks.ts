// The blocks of memory that are in use: by their address while the program runs, and by any address within once it is over.

import { bisect } from '../../base/bisect.ts';
import { enlarged } from '../../base/grown.ts';
import type { Block } from '../naming.ts';
import { AddressMap } from './address-map.ts';
import { codeAddress, type LogCalls } from './log-calls.ts';

export class LiveBlocks {
  /** Address → slot. */
  private readonly slots = new AddressMap(10);
  private readonly unused: number[] = [];
  private used = 0;
  private addresses = new Float64Array(64);
  private lengths = new Float64Array(64);
  private sites = new Float64Array(64);
  private kinds = new Uint8Array(64);
  private threads = new Uint32Array(64);
  private numbers = new Uint32Array(64);
  private count = 0;
  private readonly calls: readonly (LogCalls | undefined)[];

  /** `calls`: what sites stand for, by thread. */
  constructor(calls: readonly (LogCalls | undefined)[]) {
    this.calls = calls;
  }

  allocate(address: number, bytes: number, kind: number, site: number, thread: number): void {
    const slot = this.unused.pop() ?? this.used++;
    if (slot === this.addresses.length) this.grow();
    this.addresses[slot] = address;
    this.lengths[slot] = bytes;
    this.sites[slot] = site;
    this.kinds[slot] = kind;
    this.threads[slot] = thread;
    this.numbers[slot] = ++this.count;
    this.slots.set(address, slot);
  }

  /** The block that starts at the address, or undefined. */
  at(address: number): Block | undefined {
    const slot = this.slots.get(address);
    return slot < 0 ? undefined : this.block(slot);
  }

  free(address: number): void {
    const slot = this.slots.get(address);
    if (slot < 0) return;
    this.slots.delete(address);
    this.unused.push(slot);
  }

  /** Finds the block that an address lies in, among those that are in use now. */
  finder(): (address: number) => Block | undefined {
    const slots: number[] = [];
    this.slots.forEach((_, slot) => {
      slots.push(slot);
    });
    const order = Uint32Array.from(slots).sort((a, b) => this.addresses[a]! - this.addresses[b]!);
    const { addresses, lengths } = this;
    return (address) => {
      const after = bisect(0, order.length, (i) => addresses[order[i]!]! <= address);
      if (after === 0) return undefined;
      const slot = order[after - 1]!;
      return address < addresses[slot]! + lengths[slot]! ? this.block(slot) : undefined;
    };
  }

  private block(slot: number): Block {
    const thread = this.threads[slot]!;
    const place = this.sites[slot]!;
    const site = codeAddress(this.calls[thread], place);
    return {
      address: this.addresses[slot]!,
      bytes: this.lengths[slot]!,
      kind: this.kinds[slot]!,
      site,
      ...(site !== place && { place }),
      thread,
      number: this.numbers[slot]!,
    };
  }

  private grow(): void {
    const room = this.used;
    this.addresses = enlarged(this.addresses, room);
    this.lengths = enlarged(this.lengths, room);
    this.sites = enlarged(this.sites, room);
    this.kinds = enlarged(this.kinds, room);
    this.threads = enlarged(this.threads, room);
    this.numbers = enlarged(this.numbers, room);
  }
}
