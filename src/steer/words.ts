// Plans and outcomes are lines of words between blanks. Sites are data: whatever would end a word, or is no printable ASCII, is %XX of its UTF-8.

const encoder = new TextEncoder();
const decoder = new TextDecoder('utf-8', { fatal: true });

export function written(word: string): string {
  let text = '';
  for (const byte of encoder.encode(word))
    text += byte > 0x20 && byte < 0x7f && byte !== 0x25 ? String.fromCharCode(byte) : `%${byte.toString(16).padStart(2, '0')}`;
  return text;
}

/** Undefined if it is not as `written` writes it. */
export function read(text: string): string | undefined {
  if (!/^(?:[!-$&-~]|%[0-9a-f]{2})+$/.test(text)) return undefined;
  const bytes: number[] = [];
  for (let i = 0; i < text.length; i++) {
    if (text[i] !== '%') bytes.push(text.charCodeAt(i));
    else {
      bytes.push(Number.parseInt(text.slice(i + 1, i + 3), 16));
      i += 2;
    }
  }
  try {
    return decoder.decode(Uint8Array.from(bytes));
  } catch {
    return undefined;
  }
}

/** The lines that have words, each with its number from 1. */
export function linesOf(text: string): { readonly line: number; readonly words: readonly string[] }[] {
  return text
    .split('\n')
    .map((content, i) => ({ line: i + 1, words: content.split(' ').filter((word) => word !== '') }))
    .filter(({ words }) => words.length > 0 && !words[0]!.startsWith('#'));
}
