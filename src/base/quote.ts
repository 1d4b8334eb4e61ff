// Names come from recordings and may hold anything. Before a person sees one, what could move the cursor, hide text or
// reorder a line is written as an escape.

/** Controls, line separators, zero-width and bidirectional marks, tags, private use, and halves of surrogate pairs. */
const UNSAFE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;
/** The same and what would end or blur a quoted name. */
const UNSAFE_QUOTED = /["\\\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** Most text is this, which is found out in a tenth of the time. */
const HARMLESS = /^[ -~]*$/;

const LONGEST = 80;

const SHORT: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t', '"': '\\"', '\\': '\\\\' };

function escaped(character: string): string {
  const short = SHORT[character];
  if (short !== undefined) return short;
  const code = character.codePointAt(0)!;
  return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
}

/** The text with unsafe characters escaped, whole and without quotes: for tables and reports. */
export function display(text: string): string {
  return HARMLESS.test(text) ? text : text.replace(UNSAFE, escaped);
}

/** The name in double quotes, escaped and cut at about 80 characters: for messages. */
export function quote(name: string): string {
  const characters = name.length > LONGEST ? [...name.slice(0, 2 * LONGEST + 2)] : undefined;
  const cut = characters !== undefined && characters.length > LONGEST;
  const shown = cut ? characters.slice(0, LONGEST).join('') : name;
  return `"${shown.replace(UNSAFE_QUOTED, escaped)}${cut ? '…' : ''}"`;
}
