// Names are data, and may hold what PostgreSQL cannot: a zero character, or half of a surrogate pair. Both are replaced, here and nowhere else.

/** A zero, as a picture of it. */
const ZERO = '\u2400';

export function storableText(text: string): string {
  return text.replaceAll('\0', ZERO).toWellFormed();
}

/** As JSON that any PostgreSQL takes. */
export function storableJson(value: unknown): string {
  return JSON.stringify(value, (_, part: unknown) => (typeof part === 'string' ? storableText(part) : part));
}
