// Patterns for names and places: `*` is anything within a path segment, `**` anything at all, `?` one character; all else is
// itself. In names of variables `*` is anything, because their dots and slashes mean nothing to us.

export type GlobKind = 'path' | 'name';

/** True if the whole text matches. Linear in text and pattern but for nested stars, which both are short. */
export function glob(pattern: string, kind: GlobKind): (text: string) => boolean {
  const star = kind === 'path' ? '[^/]*' : '.*';
  const source = pattern.replace(/\*\*+|[*?]|[\\^$.+()[\]{}|]/g, (token) => {
    if (token === '*') return star;
    if (token === '?') return kind === 'path' ? '[^/]' : '.';
    return token.startsWith('*') ? '.*' : `\\${token}`;
  });
  const regex = new RegExp(`^${source}$`, 'su');
  return (text) => regex.test(text);
}
