// Names and lines of a trace are data of strangers. Shown to a person they must neither steer a terminal nor hide anything:
// control, bidi, zero-width and invalid characters are escaped, and what is long is cut.

const LONGEST = 80;
// Everything without a glyph of its own, all spaces but the plain one, and the replacement character of invalid UTF-8.
const HIDDEN = /[\p{C}\p{Zl}\p{Zp}\ufffd]|(?! )\p{Zs}/gu;

/** The text with every character that a person would not see written as an escape. */
export function escaped(text: string): string {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0)!;
    if (code === 0x0a) return '\\n';
    if (code === 0x0d) return '\\r';
    if (code === 0x09) return '\\t';
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/** The text in double quotes for a message: escaped, and cut after about 80 characters, which a "…" behind the quotes tells. */
export function quote(text: string): string {
  const long = text.length > LONGEST;
  const shown = long ? whole(text.slice(0, LONGEST)) : text;
  return `"${escaped(shown.replace(/["\\]/g, '\\$&'))}"${long ? '…' : ''}`;
}

/** Without the first half of a surrogate pair that a cut has left at the end. */
function whole(text: string): string {
  const last = text.charCodeAt(text.length - 1);
  return last >= 0xd800 && last < 0xdc00 ? text.slice(0, -1) : text;
}
