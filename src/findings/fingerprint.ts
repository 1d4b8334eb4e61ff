// The one key of a finding: for merging, baselines, suppressions and SARIF. It knows the variable and, for each access, what it
// does and where; not the order of the two, the threads or the positions, which differ from run to run.

const encoder = new TextEncoder();

/** 16 hexadecimal digits: FNV-1a, 64 bits. The accesses are `operation location`. */
export function fingerprint(variable: string, accesses: readonly string[]): string {
  // A zero byte cannot be part of a name in a text trace, so that no two different findings read the same.
  const key = encoder.encode([variable, ...[...accesses].sort()].join('\0'));
  // In two halves: BigInt took two thirds of the time of merging a million races.
  let high = 0xcbf29ce4;
  let low = 0x84222325;
  for (let i = 0; i < key.length; i++) {
    low = (low ^ key[i]!) >>> 0;
    // Times the prime, 2^40 + 0x1b3.
    const product = low * 0x1b3;
    high = (high * 0x1b3 + Math.floor(product / 0x1_0000_0000) + low * 0x100) % 0x1_0000_0000;
    low = product % 0x1_0000_0000;
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0');
}
