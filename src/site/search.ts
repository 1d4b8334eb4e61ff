// The search of the site: words, the last of which may be a beginning, over an index that the build has made. Works without a network and without a server.

/** A part of a page: all from one heading to the next. */
export interface Entry {
  readonly page: string;
  readonly title: string;
  /** Empty for the beginning of a page. */
  readonly anchor: string;
  readonly heading: string;
  readonly text: string;
}

export interface Hit {
  readonly entry: Entry;
  /** Around the first word that was found; the words are marked by their places. */
  readonly excerpt: string;
}

const MOST_HITS = 20;
const AROUND = 70;
/** What a word counts in the title of a page, in a heading, and in the text. */
const WEIGHTS = { title: 12, heading: 8, text: 1 };

/** The best ones; each has all of the words. */
export function search(entries: readonly Entry[], query: string): Hit[] {
  const words = wordsOf(query);
  if (words.length === 0) return [];
  const scored = entries
    .map((entry) => ({ entry, score: scoreOf(entry, words) }))
    .filter(({ score }) => score > 0)
    .sort((a, b) => b.score - a.score || a.entry.page.localeCompare(b.entry.page));
  return scored.slice(0, MOST_HITS).map(({ entry }) => ({ entry, excerpt: excerptOf(entry, words) }));
}

export function wordsOf(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}_+-]+/gu) ?? [];
}

function scoreOf(entry: Entry, words: readonly string[]): number {
  let score = 0;
  for (const word of words) {
    const own =
      WEIGHTS.title * timesIn(entry.title, word) +
      WEIGHTS.heading * timesIn(entry.heading, word) +
      WEIGHTS.text * timesIn(entry.text, word);
    if (own === 0) return 0;
    score += own;
  }
  return score;
}

/** How often, at the beginning of a word, up to three times: a long page is not a better one. */
function timesIn(text: string, word: string): number {
  const lower = text.toLowerCase();
  let times = 0;
  for (let at = lower.indexOf(word); at >= 0 && times < 3; at = lower.indexOf(word, at + 1))
    if (at === 0 || !/[\p{L}\p{N}]/u.test(lower[at - 1]!)) times++;
  return times;
}

function excerptOf({ text }: Entry, words: readonly string[]): string {
  const lower = text.toLowerCase();
  const places = words.map((word) => lower.indexOf(word)).filter((at) => at >= 0);
  const middle = places.length === 0 ? 0 : Math.min(...places);
  const from = Math.max(0, middle - AROUND);
  const to = Math.min(text.length, middle + 2 * AROUND);
  return `${from > 0 ? '…' : ''}${text.slice(from, to)}${to < text.length ? '…' : ''}`;
}
