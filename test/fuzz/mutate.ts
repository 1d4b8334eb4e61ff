// Breaks files the way that disks, networks, editors and enemies do. Everything follows from the seed.

/** Numbers from 0 to n - 1, the same for the same seed. */
export class Random {
  private state: number;

  constructor(seed: number) {
    this.state = seed | 0;
  }

  below(n: number): number {
    // Mulberry32.
    this.state = (this.state + 0x6d2b79f5) | 0;
    let t = Math.imul(this.state ^ (this.state >>> 15), this.state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}

type Mutation = (bytes: Uint8Array, random: Random, other: Uint8Array) => Uint8Array;

const splice = (bytes: Uint8Array, at: number, remove: number, add: Uint8Array): Uint8Array =>
  Buffer.concat([bytes.subarray(0, at), add, bytes.subarray(Math.min(bytes.length, at + remove))]);

/** Puts text in place of something between separators: a name, a number, an operation. */
function replaceWord(bytes: Uint8Array, random: Random, word: string): Uint8Array {
  const text = Buffer.from(bytes).toString('latin1');
  const words = [...text.matchAll(/[^|(),\s]+/g)];
  if (words.length === 0) return bytes;
  const { index, 0: old } = random.of(words);
  return splice(bytes, index, old.length, Buffer.from(word, 'latin1'));
}

function lines(bytes: Uint8Array, change: (lines: string[]) => string[]): Uint8Array {
  return Buffer.from(change(Buffer.from(bytes).toString('latin1').split('\n')).join('\n'), 'latin1');
}

const NUMBERS = ['0', '-1', '4294967296', '1e308', '9'.repeat(400), '0x10', 'NaN', '18446744073709551616'];
const WORDS = [
  'r',
  'w',
  'acq',
  'rel',
  'fork',
  'join',
  'wait',
  'benter',
  'vw',
  'racq',
  '',
  '(',
  ')',
  '|',
  '#',
  ',',
  '@',
  '\0',
  '\xff',
  '\u2028',
];

const mutations: Record<string, Mutation> = {
  bit: (bytes, random) => {
    const copy = new Uint8Array(bytes);
    if (copy.length > 0) copy[random.below(copy.length)]! ^= 1 << random.below(8);
    return copy;
  },
  byte: (bytes, random) => splice(bytes, random.below(bytes.length + 1), 1, Uint8Array.of(random.below(256))),
  cut: (bytes, random) => bytes.slice(0, random.below(bytes.length + 1)),
  behead: (bytes, random) => bytes.slice(random.below(bytes.length + 1)),
  remove: (bytes, random) => splice(bytes, random.below(bytes.length + 1), random.below(64), new Uint8Array(0)),
  noise: (bytes, random) =>
    splice(
      bytes,
      random.below(bytes.length + 1),
      random.below(32),
      Uint8Array.from({ length: random.below(64) }, () => random.below(256)),
    ),
  zeros: (bytes, random) => splice(bytes, random.below(bytes.length + 1), random.below(16), new Uint8Array(random.below(64))),
  repeat: (bytes, random) => {
    const from = random.below(bytes.length + 1);
    return splice(bytes, random.below(bytes.length + 1), 0, bytes.slice(from, from + random.below(200)));
  },
  graft: (bytes, random, other) => {
    const from = random.below(other.length + 1);
    return splice(bytes, random.below(bytes.length + 1), random.below(100), other.slice(from, from + random.below(300)));
  },
  number: (bytes, random) => replaceWord(bytes, random, random.of(NUMBERS)),
  word: (bytes, random) => replaceWord(bytes, random, random.of(WORDS)),
  line: (bytes, random) =>
    lines(bytes, (list) => list.toSpliced(random.below(list.length), random.below(2), random.of(list), random.of(list))),
  swap: (bytes, random) =>
    lines(bytes, (list) => {
      const [a, b] = [random.below(list.length), random.below(list.length)];
      return list.with(a, list[b]!).with(b, list[a]!);
    }),
  long: (bytes, random) =>
    splice(
      bytes,
      random.below(bytes.length + 1),
      0,
      Buffer.alloc(1 << (10 + random.below(8)), random.of(['a', '(', '|', ' ', '\r', '\n'])),
    ),
  newlines: (bytes, random) => lines(bytes, (list) => list.map((line) => line + random.of(['', '\r', ' ', '\t', '\v']))),
};

export interface Broken {
  readonly bytes: Uint8Array;
  /** What was done to it. */
  readonly how: string;
}

export function mutate(bytes: Uint8Array, random: Random, other: Uint8Array): Broken {
  let result = bytes;
  const how: string[] = [];
  for (let times = 1 + random.below(3); times > 0; times--) {
    const name = random.of(Object.keys(mutations));
    result = mutations[name]!(result, random, other);
    how.push(name);
  }
  return { bytes: result, how: how.join(', ') };
}
