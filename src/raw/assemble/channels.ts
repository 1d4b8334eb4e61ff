// Sends and receives, exactly: a receive is ordered after every send before it, and senders do not order each other. A volatile write
// replaces what its variable carried, so each sender of a channel has a variable of its own; a receiver reads those that have sent
// since it last looked.

import { Op } from '../../trace/operation.ts';
import type { EventOutput } from './event-output.ts';

interface Sender {
  readonly variable: number;
  /** The number of its last send, among those of the channel. */
  last: number;
}

interface Channel {
  sends: number;
  readonly senders: Map<number, Sender>;
  /** Receiver → sends that it knows of. */
  readonly known: Map<number, number>;
}

export class Channels {
  private readonly channels = new Map<number, Channel>();
  private readonly output: EventOutput;
  private readonly newVariable: (channel: number) => number;

  constructor(output: EventOutput, newVariable: (channel: number) => number) {
    this.output = output;
    this.newVariable = newVariable;
  }

  send(id: number, thread: number, location: number): void {
    const channel = this.channel(id);
    let sender = channel.senders.get(thread);
    if (sender === undefined) {
      sender = { variable: this.newVariable(id), last: 0 };
      channel.senders.set(thread, sender);
    }
    sender.last = ++channel.sends;
    this.output.add(Op.volatileWrite, thread, sender.variable, location);
  }

  receive(id: number, thread: number, location: number): void {
    const channel = this.channel(id);
    const known = channel.known.get(thread) ?? 0;
    if (known === channel.sends) return;
    channel.known.set(thread, channel.sends);
    for (const [other, { variable, last }] of channel.senders)
      if (last > known && other !== thread) this.output.add(Op.volatileRead, thread, variable, location);
  }

  /** Nobody will ask for it again. */
  drop(id: number): void {
    this.channels.delete(id);
  }

  private channel(id: number): Channel {
    let channel = this.channels.get(id);
    if (channel === undefined) {
      channel = { sends: 0, senders: new Map(), known: new Map() };
      this.channels.set(id, channel);
    }
    return channel;
  }
}
