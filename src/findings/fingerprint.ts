// The one key of a finding: for merging, baselines, suppressions and SARIF. It knows the variable and, for each access, what it
// does and where; not the order of the two, the threads or the positions, which differ from run to run.

const OFFSET = 0xcbf29ce484222325n;
const PRIME = 0x100000001b3n;
const encoder = new TextEncoder();

/** 16 hexadecimal digits: FNV-1a, 64 bits. The accesses are `operation location`. */
export function fingerprint(variable: string, accesses: readonly string[]): string {
  // A zero byte cannot be part of a name in a text trace, so that no two different findings read the same.
  const key = [variable, ...[...accesses].sort()].join('\0');
  let hash = OFFSET;
  for (const byte of encoder.encode(key)) hash = BigInt.asUintN(64, (hash ^ BigInt(byte)) * PRIME);
  return hash.toString(16).padStart(16, '0');
}
