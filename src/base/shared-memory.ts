// Typed arrays that several threads can look at without a copy, where the language has such memory; elsewhere they are as any other.

const isThere = typeof SharedArrayBuffer === 'function';

export function sharedWords(length: number): Uint32Array {
  return isThere ? new Uint32Array(new SharedArrayBuffer(4 * length)) : new Uint32Array(length);
}

export function sharedBytes(length: number): Uint8Array {
  return isThere ? new Uint8Array(new SharedArrayBuffer(length)) : new Uint8Array(length);
}
