// What a document says, against what was measured here. The verdict is computed with the sentence, never typed.

import { list } from './markdown.ts';

export interface Claim {
  readonly document: string;
  /** `mended`: as the document has it, it does not hold, but with a correction that `here` names. Undefined where the document claims nothing. */
  readonly holds: boolean | 'mended' | undefined;
  readonly here: string;
  /** What the numbers are not of, with the reason: it is said after them. */
  readonly leftOut?: readonly LeftOut[];
  /** If this is what the document is known for: the page begins with it. */
  readonly headline?: Headline;
}

export interface LeftOut {
  readonly what: readonly string[];
  readonly why: string;
}

export interface Headline {
  /** A word for links. */
  readonly id: string;
  /** What the document says of itself, in one sentence of ours. */
  readonly says: string;
  /** What came out here, in one sentence. */
  readonly answer: string;
}

const VERDICTS = { agrees: 'Agrees', mended: 'Agrees once mended', differs: 'Differs', beside: 'Beside that' } as const;
const UNJUDGED = 'Not judged';

function verdict(holds: Claim['holds']): string {
  if (holds === undefined) return VERDICTS.beside;
  return holds === 'mended' ? VERDICTS.mended : holds ? VERDICTS.agrees : VERDICTS.differs;
}

/** As a list; claims that nothing was measured for are left out. */
export function claimList(claims: readonly (Claim | undefined)[]): string {
  const lines = claims
    .filter((claim) => claim !== undefined)
    .map(({ document, holds, here, leftOut = [], headline }) => {
      const words = [document, here, ...leftOut.filter(({ what }) => what.length > 0).map(leftOutSentence)];
      return `- ${headline === undefined ? '' : mark(headline)}**${verdict(holds)}.** ${words.join(' ')}`;
    });
  return `${lines.join('\n')}\n`;
}

function leftOutSentence({ what, why }: LeftOut): string {
  return `Left out: ${list(what)} (${why}).`;
}

/** A place for links, with the two sentences where a later run finds them (`--into`). */
function mark({ id, says, answer }: Headline): string {
  const hidden = (text: string) => text.replaceAll('--', '–').replaceAll('>', '›').replaceAll('|', '/');
  return `<a id="headline-${id}"></a><!-- ${hidden(says)} | ${hidden(answer)} -->`;
}

/** How many claims of a list, or of a text with such lists, came out how. */
export function countVerdicts(text: string): { agree: number; mended: number; differ: number } {
  const count = (word: string) => text.match(new RegExp(`^- (?:<a .*-->)?\\*\\*${word}\\.\\*\\* `, 'gm'))?.length ?? 0;
  return { agree: count(VERDICTS.agrees), mended: count(VERDICTS.mended), differ: count(VERDICTS.differs) };
}

/** The headlines of a text, with their verdicts. */
export function headlinesOf(text: string): (Headline & { readonly verdict: string })[] {
  const marks = text.matchAll(/^- <a id="headline-([^"]+)"><\/a><!-- (.*?) \| (.*?) -->\*\*(.*?)\.\*\* /gm);
  return Array.from(marks, ([, id, says, answer, word]) => ({ id: id!, says: says!, answer: answer!, verdict: word! }));
}

/** Few traces and few repeats decide nothing: a text of a quick run, without its verdicts. */
export function unjudged(text: string): string {
  const words = [VERDICTS.agrees, VERDICTS.mended, VERDICTS.differs].join('|');
  return text.replace(new RegExp(`^(- (?:<a .*-->)?)\\*\\*(?:${words})\\.\\*\\* `, 'gm'), `$1**${UNJUDGED}.** `);
}
