// Names that no report may show as they are: every control, format and separator character of Unicode, private use, halves of pairs; and
// what would end a field of some format.

/** What may not come out raw; line feeds are the reports' own. */
export const RAW = /[^\P{Cc}\n]|[\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu;

/** All of Unicode's characters that a class has. */
function charactersOf(pattern: RegExp): string[] {
  const found: string[] = [];
  for (let code = 0; code <= 0x10ffff; code++) {
    const character = String.fromCodePoint(code);
    if (pattern.test(character)) found.push(character);
  }
  return found;
}

/** Controls (with the line feed), format characters, separators. */
export const unsafeCharacters: readonly string[] = [
  ...charactersOf(/^[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]$/u),
  // Private use, in all three places; the four ends of the surrogates.
  ...['\ue000', '\uf8ff', '\u{f0000}', '\u{10fffd}', '\ud800', '\udbff', '\udc00', '\udfff'],
];

/** What ends a field of a workflow command, Markdown, a page, a URI, a SARIF message. */
export const breakOuts: readonly string[] = [
  '\n::error::pwned',
  '::error file=x,line=1::pwned',
  '%0A::stop-commands::x',
  '%',
  'a,line=7',
  'x=y',
  '|',
  'a|b',
  'a\\|b',
  'a\\\\|b',
  '\\',
  '`',
  '``` `` `',
  '`a',
  'b`',
  ']',
  '[click](javascript:alert(1))',
  '![x](http://example.org/x.png)',
  '](1)',
  '<script>alert(1)</script>',
  '</script></title></style></pre></text></svg><img src=x onerror=alert(1)>',
  '" onmouseover="alert(1)" x="',
  "' onfocus='alert(1)' x='",
  '&lt;b&gt;&#60;&amp;',
  '--><b>',
  ']]><b>',
  '{0}',
  '$(touch pwned)',
  '../../etc/passwd',
  '# heading',
  '@somebody #1',
  ' ',
];

/** One name a character, within letters. */
export const hostileNames: readonly string[] = [...unsafeCharacters.map((character) => `a${character}b`), ...breakOuts];
