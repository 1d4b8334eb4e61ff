// Random numbers that are the same for ever for one seed on every platform: Doty-Humphrey's sfc32, in 32-bit integers only.

const TO_FRACTION = 2 ** -32;

export class Random {
  private a = 0;
  private b = 0;
  private c = 0;
  private counter = 0;

  /** Any whole number; 53 bits of it count. */
  constructor(seed: number) {
    this.reseed(seed, 0);
  }

  /** Starts the sequence of (seed, stream) from its beginning; streams of one seed have nothing to do with each other. */
  reseed(seed: number, stream: number): void {
    this.a = seed | 0;
    this.b = Math.floor(seed / 2 ** 32) | 0;
    this.c = stream | 0;
    this.counter = 1;
    for (let i = 0; i < 12; i++) this.next();
  }

  /** 0 … 2³² - 1. */
  next(): number {
    const { a, b, c } = this;
    const sum = (a + b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = b ^ (b >>> 9);
    this.b = (c + (c << 3)) | 0;
    this.c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 … n - 1, for 1 ≤ n ≤ 2³². */
  below(n: number): number {
    return Math.floor(this.next() * TO_FRACTION * n);
  }

  /** True with this probability: never for 0, always for 1. */
  chance(probability: number): boolean {
    return this.next() * TO_FRACTION < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}
