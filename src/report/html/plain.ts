// A finding as text, for readers whose browser runs no scripts.

import type { StackedAccess } from '../../findings/access.ts';
import { type Finding, firstNumber } from '../../findings/finding.ts';
import { meaning, wordsOf } from '../kind-words.ts';
import { foreignMark, headOf } from '../stacks.ts';
import { action, held, inRuns, said, sentence, where } from '../words.ts';
import { clipped, escaped } from './escape.ts';

/** Characters of a name. */
const NAME = 200;

export function plainFinding(finding: Finding, sides: readonly StackedAccess[]): string {
  const { id, variable, reason, fingerprint } = finding;
  const items = sides.map((side) => {
    const place = clipped(where({ ...side, ...headOf(side) }), NAME, 'start');
    const mark = foreignMark(side.stack);
    const foreign = mark === undefined ? '' : ` (${clipped(mark, NAME)})`;
    return `<li>${escaped(action(side))} in ${clipped(side.thread, NAME)}, holding ${clipped(held(side), NAME)}, at <code>${place}</code>${foreign}</li>\n`;
  });
  return `<section><h2>${id}: ${wordsOf(finding).title(`<code>${clipped(variable, NAME)}</code>`)}</h2>
<p>It ${meaning(finding)}. ${escaped(sentence(reason))}.</p>
<ol start="${firstNumber(finding)}">\n${items.join('')}</ol>
<p>${escaped(said(finding))}${inRuns(finding)}; fingerprint <code>${escaped(fingerprint)}</code></p></section>\n`;
}
