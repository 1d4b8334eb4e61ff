// Bytes as text that stands in a page. Written by hand because neither Node nor browsers have it for bytes in all versions that we run on.

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
/** Bytes that become one string at a time, a multiple of three. */
const PIECE = 0x3000;

export function base64(bytes: Uint8Array): string {
  const pieces: string[] = [];
  for (let from = 0; from < bytes.length; from += PIECE) pieces.push(piece(bytes.subarray(from, from + PIECE)));
  return pieces.join('');
}

function piece(bytes: Uint8Array): string {
  let text = '';
  for (let i = 0; i < bytes.length; i += 3) {
    const word = (bytes[i]! << 16) | ((bytes[i + 1] ?? 0) << 8) | (bytes[i + 2] ?? 0);
    const left = bytes.length - i;
    text += ALPHABET[word >>> 18]! + ALPHABET[(word >>> 12) & 63]!;
    text += left > 1 ? ALPHABET[(word >>> 6) & 63]! : '=';
    text += left > 2 ? ALPHABET[word & 63]! : '=';
  }
  return text;
}

/** Undefined if the text is not what `base64` writes. */
export function fromBase64(text: string): Uint8Array | undefined {
  if (text.length % 4 !== 0 || !/^[A-Za-z0-9+/]*={0,2}$/.test(text)) return undefined;
  const binary = atob(text);
  const bytes = new Uint8Array(binary.length);
  for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
  return bytes;
}
