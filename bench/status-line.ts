// What the benchmark is at, on standard error: the suite, the load of the machine, the seconds, and what is measured. A terminal gets one line
// that changes; a file gets a line at the start of each suite and then every few seconds.

import { loadavg } from 'node:os';

const EVERY = 5000;

export class StatusLine {
  private readonly stream: NodeJS.WriteStream;
  private suite = '';
  private text = 'begins';
  private since = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(stream: NodeJS.WriteStream) {
    this.stream = stream;
  }

  begin(suite: string): void {
    this.suite = suite;
    this.text = 'begins';
    this.since = performance.now();
    this.timer = setInterval(() => this.write(), this.stream.isTTY ? 1000 : EVERY);
    this.write();
  }

  say(text: string): void {
    this.text = text;
    if (this.stream.isTTY) this.write();
  }

  end(): void {
    clearInterval(this.timer);
    if (this.stream.isTTY) this.stream.write('\r\x1b[K');
  }

  private write(): void {
    const seconds = Math.round((performance.now() - this.since) / 1000);
    const line = `bench: ${this.suite} ${seconds} s, load ${loadavg()[0]!.toFixed(1)}: ${this.text}`;
    this.stream.write(this.stream.isTTY ? `\r\x1b[K${line}` : `${line}\n`);
  }
}
