// Markdown: for a GitHub step summary, a merge request or an issue. Names go into code spans that they cannot leave.

import type { Access } from '../findings/accesses.ts';
import type { AnalysisResult } from '../findings/result.ts';
import { display } from '../trace/quote.ts';
import { forkText, held, summary, where } from './words.ts';

export function* markdown(result: AnalysisResult): Generator<string> {
  const { found, size } = summary(result);
  yield `# foretrace: ${found}\n\n${code(result.trace.file)}: ${size}\n`;
  for (const { id, fingerprint, variable, claim, detectors, count, first, second, reason, forks } of result.findings) {
    yield `\n## ${id}: race on ${code(variable)}\n\n`;
    yield `${claim} by ${detectors.join(', ')}, seen ${count === 1 ? 'once' : `${count} times`}, fingerprint \`${fingerprint}\`\n\n`;
    yield '| | access | thread | holding | where | event |\n|---|---|---|---|---|---|\n';
    if (first !== null) yield row(1, first);
    yield row(2, second);
    yield `\n${code(reason)}\n`;
    if (forks.length > 0) yield `\n${forks.map((fork) => code(forkText(fork))).join(', ')}\n`;
  }
}

function row(number: number, access: Access): string {
  const { op, thread, index } = access;
  return `| ${number} | ${op} | ${code(thread)} | ${code(held(access))} | ${code(where(access))} | ${index} |\n`;
}

/** A code span that its content cannot end: fenced by more backticks than it has, bars escaped for tables. */
function code(text: string): string {
  const shown = display(text).replaceAll('|', '\\|');
  const longest = Math.max(0, ...[...shown.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  const pad = longest > 0 || shown === '' ? ' ' : '';
  return `${fence}${pad}${shown}${pad}${fence}`;
}
