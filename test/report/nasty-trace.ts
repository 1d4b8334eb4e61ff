// A trace whose names try to break out of whatever shows them: a terminal, a page, Markdown, a workflow command, a URI.

export const nastyNames: readonly string[] = [
  '<script>alert(1)</script>',
  '</script></title></style><img src=x onerror=alert(1)>',
  '"\'`|&%0A::error::',
  '" onmouseover="alert(1)" x="',
  '\u001b[31mred\u001b[0m\u202e',
  'C:\\my dir\\ü,:x.c:7:2',
  '``` | `',
  '&lt;b&gt; &#60;',
];

/** One race a name; the name is that of the variable, the location and a part of the threads and of a lock. */
export const nastyTrace: string = nastyNames
  .map((name) => name.replaceAll('|', '¦').replace(/[()]/g, '_'))
  .flatMap((name) => [
    `A ${name}|acq(m ${name})|${name}`,
    `A ${name}|w(${name})|${name}`,
    `A ${name}|rel(m ${name})|${name}`,
    `B ${name}|r(${name})|${name}`,
  ])
  .join('\n');
