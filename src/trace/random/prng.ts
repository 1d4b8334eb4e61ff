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
    for (let i = 0; i < 12; i++) this.bits();
  }

  /** -2³¹ … 2³¹ - 1: all 32 bits, as the kind of number that V8 never has to box. */
  bits(): number {
    const { a, b, c } = this;
    const sum = (a + b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = b ^ (b >>> 9);
    this.b = (c + (c << 3)) | 0;
    this.c = (((c << 21) | (c >>> 11)) + sum) | 0;
    return sum;
  }

  /** 0 ≤ … < 1, in steps of 2⁻³². */
  fraction(): number {
    return (this.bits() >>> 0) * TO_FRACTION;
  }

  /** 0 … n - 1, for 1 ≤ n ≤ 2³². */
  below(n: number): number {
    return (this.fraction() * n) >>> 0;
  }

  /** True with this probability: never for 0, always for 1. */
  chance(probability: number): boolean {
    return this.fraction() < probability;
  }

  pick<T>(items: readonly T[]): T {
    const item = items[this.below(items.length)];
    if (item === undefined) throw new RangeError('nothing to pick from');
    return item;
  }
}
