// Parts of documents that a command writes: each stands between two comments, of which the first names it and the command.

/** The page with the part of this name made anew. */
export function withPagePart(page: string, part: string, command: string, text: string): string {
  const open = opening(part, command);
  const close = `<!-- end of ${part} -->`;
  const from = page.indexOf(open);
  const to = page.indexOf(close);
  if (from < 0 || to < from) throw new Error(`the page has no part between ${open.trim()} and ${close}`);
  return page.slice(0, from) + open + text + page.slice(to);
}

export function hasPagePart(page: string, part: string, command: string): boolean {
  return page.includes(opening(part, command));
}

function opening(part: string, command: string): string {
  return `<!-- ${part}: written by \`${command}\` -->\n`;
}
