// Patterns for names and places: `*` is anything within a path segment, `**` anything at all, `?` one character; all else is
// itself. In names of variables `*` is anything, because their dots and slashes mean nothing to us. In templates, as ThreadSanitizer has
// them, `*` is anything and `?` is itself.
//
// Patterns come from files in a checkout and names from traces: nobody vouches for either. So all ways to match are followed at
// once, and no pattern makes anybody wait: O(text × pattern) at worst, about O(text) where stars are few.

export type GlobKind = 'path' | 'name' | 'template';

/** A token is a code point or one of these. A segment is what has no slash. */
const ONE = -1;
const ONE_OF_SEGMENT = -2;
const ANY = -3;
const ANY_OF_SEGMENT = -4;

const SLASH = 0x2f;

/** True if the whole text matches; characters are code points. */
export function glob(pattern: string, kind: GlobKind): (text: string) => boolean {
  const tokens = tokensOf(pattern, kind);
  const { length } = tokens;
  /** reached[i]: the text so far matches the first i tokens. Kept from call to call, clean between them. */
  const reached = new Uint8Array(length + 1);
  return (text) => {
    reached.fill(0);
    reached[0] = 1;
    let low = 0;
    let high = skipStars(tokens, reached);
    for (let at = 0; at < text.length; ) {
      const character = text.codePointAt(at)!;
      at += character > 0xffff ? 2 : 1;
      high = step(tokens, reached, character, low, high);
      if (high < 0) return false;
      // Who has come to an ANY stays there: all that is before it leads to nothing more.
      for (let i = high; i > low; i--) if (reached[i] === 1 && tokens[i] === ANY) low = i;
    }
    return reached[length] === 1;
  };
}

/** Takes one character. The last place that is reached then, or -1. Places before `low` no longer count, those after `high` are clean. */
function step(tokens: Int32Array, reached: Uint8Array, character: number, low: number, high: number): number {
  let last = -1;
  /** Whether the place before this one was reached before the character, and is now. */
  let was = false;
  let is = false;
  for (let i = low; i <= tokens.length && (i <= high + 1 || is); i++) {
    const here = reached[i] === 1;
    const stays = here && i < tokens.length && isStar(tokens[i]!) && takes(tokens[i]!, character);
    const comes: boolean = i > low && (isStar(tokens[i - 1]!) ? is : was && takes(tokens[i - 1]!, character));
    was = here;
    is = stays || comes;
    reached[i] = is ? 1 : 0;
    if (is) last = i;
  }
  return last;
}

/** Stars at the start may stand for nothing. The last place that is reached before the first character. */
function skipStars(tokens: Int32Array, reached: Uint8Array): number {
  let i = 0;
  while (i < tokens.length && isStar(tokens[i]!)) reached[++i] = 1;
  return i;
}

function isStar(token: number): boolean {
  return token <= ANY;
}

function takes(token: number, character: number): boolean {
  if (token >= 0) return token === character;
  return character !== SLASH || token === ONE || token === ANY;
}

function tokensOf(pattern: string, kind: GlobKind): Int32Array {
  const path = kind === 'path';
  const tokens: number[] = [];
  for (const [token] of pattern.matchAll(/\*+|[^*]/gsu)) {
    if (token.startsWith('*')) tokens.push(path && token === '*' ? ANY_OF_SEGMENT : ANY);
    else if (token === '?' && kind !== 'template') tokens.push(path ? ONE_OF_SEGMENT : ONE);
    else tokens.push(token.codePointAt(0)!);
  }
  return Int32Array.from(tokens);
}
