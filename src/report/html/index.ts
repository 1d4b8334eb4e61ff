// One page that needs nothing else: no network, no outside script, opens from disk. The findings are plain markup, each a
// disclosure with its two accesses, source and picture; a small script adds filters and keys. What does not fit is counted.

import type { StackedAccess } from '../../findings/access.ts';
import { type Finding, firstNumber, sidesOf } from '../../findings/finding.ts';
import { isKnown } from '../../findings/place.ts';
import type { AnalysisResult } from '../../findings/result.ts';
import { meaning, wordsOf } from '../kind-words.ts';
import { MARKERS } from '../lock-graph/svg.ts';
import type { ReportContext } from '../report.ts';
import { foreignMark, headOf } from '../stacks.ts';
import {
  action,
  amount,
  foreignWords,
  forkTexts,
  held,
  kindWords,
  listed,
  memoryText,
  often,
  said,
  sentence,
  summary,
  where,
} from '../words.ts';
import { cyclePicture } from './cycle.ts';
import { drawing } from './drawing.ts';
import { clipped, escaped, escapedSource } from './escape.ts';
import { lockGraphs } from './lock-graph.ts';
import { SCRIPT, SCRIPT_HASH } from './script.ts';
import { allocated, stackList } from './stack-list.ts';
import { STYLE, STYLE_HASH } from './style.ts';

/** How many findings are on the page, and for how many the schedule is drawn: about 5 MB at most. @internal */
export const LISTED = 1000;
export const DRAWN = 200;

/** Lines of source before and after an access. */
const AROUND = 2;
const POLICY = `default-src 'none'; script-src '${SCRIPT_HASH}'; style-src '${STYLE_HASH}'; base-uri 'none'; form-action 'none'`;

export function* html(result: AnalysisResult, context: ReportContext): Generator<string> {
  const { traces, findings } = result;
  const { found, size } = summary(result);
  yield '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n';
  yield `<meta http-equiv="Content-Security-Policy" content="${POLICY}">\n`;
  yield '<meta name="viewport" content="width=device-width, initial-scale=1">\n<meta name="referrer" content="no-referrer">\n';
  yield `<title>foretrace: ${escaped(found)}</title>\n<style>${STYLE}</style>\n</head>\n<body>\n`;
  yield `<header><h1>${escaped(found)}</h1>\n<p class="weak">${traces.map(({ file }) => `<code>${escaped(file)}</code>`).join(', ')}: ${escaped(size)}</p></header>\n`;
  const foreign = foreignWords(result.leftOut);
  if (foreign !== undefined) yield `<p class="notice">${escaped(foreign)}.</p>\n`;
  yield MARKER;
  const listed = findings.slice(0, LISTED);
  yield controls(listed);
  yield '<main>\n';
  if (findings.length > LISTED)
    yield `<p class="notice">The strongest ${LISTED} findings are on this page; ${findings.length - LISTED} more are in the other reports (json, text).</p>\n`;
  for (const [i, finding] of listed.entries()) {
    const isTimed = traces[finding.trace]?.untimed !== true;
    yield article(finding, context, isTimed, i === 0);
  }
  yield `</main>\n${lockGraphs(result)}${detectorTable(result)}`;
  yield `<p class="weak">foretrace ${escaped(context.version)}</p>\n<script>${SCRIPT}</script>\n</body>\n</html>\n`;
}

const MARKER = `<svg class="shared" width="0" height="0" aria-hidden="true"><defs>${MARKERS}</defs></svg>\n`;

/** Hidden until the script shows it: without the script it would do nothing. */
function controls(findings: readonly Finding[]): string {
  const claims = ['observed', 'predicted', 'suspected'] as const;
  const boxes = claims.map((claim) => {
    const count = findings.filter((finding) => finding.claim === claim).length;
    return `<label><input type="checkbox" name="claim" value="${claim}" checked> <span class="claim ${claim}">${claim}</span> ${count}</label>`;
  });
  return `<div id="controls" hidden>
<input type="search" id="filter" placeholder="variable, file, thread, lock …" aria-label="show only findings with these words">
${boxes.join('\n')}
<span class="weak"><kbd>/</kbd> filter <kbd>j</kbd> <kbd>k</kbd> next, previous <kbd>Enter</kbd> open</span>
<span id="shown" class="weak" role="status"></span>
</div>\n`;
}

function article(finding: Finding, context: ReportContext, isTimed: boolean, open: boolean): string {
  const { id, fingerprint, variable, type, claim, count, reason, forks, memory } = finding;
  const accesses = sidesOf(finding);
  const places = accesses.map((access) => clipped(where({ ...access, ...headOf(access) }), 60, 'start')).join(' ↔ ');
  const slice = context.slices?.get(id);
  const parts = [
    `<details class="finding" id="${id}" data-claim="${claim}" data-type="${type}" data-text="${searchable(finding)}"${open ? ' open' : ''}>\n`,
    `<summary><span class="weak">${id}</span><span class="variable">${wordsOf(finding).title(`<span class="mono">${clipped(variable, 120)}</span>`)}</span>`,
    `<span class="claim ${claim}">${claim}</span><span class="places mono">${places}</span>`,
    `<span class="weak">${often(count)}</span></summary>\n<div class="body">\n`,
    `<p>It ${meaning(finding)}. ${escaped(sentence(reason))}.</p>\n<div class="accesses">\n`,
    ...accesses.map((access, i) => card(access, firstNumber(finding) + i, context, finding.type === 'deadlock')),
    '</div>\n',
    forks.length === 0 ? '' : `<p class="weak">${forkTexts(forks).map(escaped).join('; ')}.</p>\n`,
    allocated(finding, context.stacks),
    memory === undefined ? '' : `<p class="weak">${escaped(sentence(memoryText(memory)))}.</p>\n`,
    finding.type === 'deadlock' ? cyclePicture(finding) : '',
    slice === undefined ? '' : figure(finding, drawing(finding, slice), isTimed),
    further(finding),
    `<p class="weak">${escaped(said(finding))}; fingerprint <code>${escaped(fingerprint)}</code></p>\n`,
    '</div>\n</details>\n',
  ];
  return parts.join('');
}

/** What else has the same cause. */
function further({ places, variables, processes, tests }: Finding): string {
  const rows = places.slice(1).map(({ first, second, kind, count }) => {
    const pair = (first === null ? [second] : [first, second]).map(
      (place) => `<span class="mono">${clipped(place, 80, 'start')}</span>`,
    );
    return `<li>${pair.join(' ↔ ')} <span class="weak">${kindWords(kind)}, ${often(count)}</span></li>\n`;
  });
  const names = (list: readonly string[]) => listed(list.map((name) => `<span class="mono">${escaped(name)}</span>`));
  return [
    rows.length === 0
      ? ''
      : `<p>The same cause at ${amount(rows.length, 'more pair')} of places:</p>\n<ul>\n${rows.join('')}</ul>\n`,
    variables.length > 1 ? `<p>Also ${names(variables.slice(1))}.</p>\n` : '',
    tests.length > 0 ? `<p>In ${tests.length === 1 ? 'the test' : 'the tests'} ${names(tests)}.</p>\n` : '',
    processes.length > 0 ? `<p class="weak">In ${names(processes)}.</p>\n` : '',
  ].join('');
}

/** What the filter looks in. */
function searchable(finding: Finding): string {
  const { id, fingerprint, variables, detectors, places, processes, tests } = finding;
  const words = [
    id,
    wordsOf(finding).one,
    fingerprint,
    ...variables,
    ...detectors,
    ...processes,
    ...tests,
    ...places.flatMap((pair) => [pair.first ?? '', pair.second]),
  ];
  for (const access of sidesOf(finding)) words.push(access.thread, ...access.locks, ...searchableFrames(access));
  return escaped(words.join(' ').toLowerCase());
}

/** Frames of a stack that the filter looks in. */
const SEARCHED = 32;

function searchableFrames({ location, stack }: StackedAccess): string[] {
  return [...new Set([location, ...stack.slice(0, SEARCHED).map((frame) => frame.location)])];
}

function card(access: StackedAccess, number: number, { sources, stacks }: ReportContext, always: boolean): string {
  const { thread, index } = access;
  const { location, text } = headOf(access);
  const mark = foreignMark(access.stack);
  const excerpt = isKnown(location) ? sources?.(location, AROUND) : undefined;
  const lines = excerpt?.lines.map((line, i) => {
    const here = excerpt.first + i === excerpt.line ? ' class="here"' : '';
    return `<span${here}><i>${excerpt.first + i}</i>${escapedSource(line)}</span>`;
  });
  return `<section class="access"><h3>${number} · ${escaped(action(access))} in <span class="mono">${escaped(thread)}</span></h3>
<dl><dt>at</dt><dd class="mono">${isKnown(location) ? escaped(location) : 'a place that the trace does not tell'}${mark === undefined ? '' : ` <span class="weak">${escaped(mark)}</span>`}</dd>
<dt>holding</dt><dd class="mono">${escaped(held(access))}</dd><dt>event</dt><dd class="mono">${index}</dd></dl>
${lines === undefined ? recordedLine(text) : `<pre>${lines.join('')}</pre>\n`}${stackList(access, stacks, always)}</section>\n`;
}

/** Where the sources are not at hand, the trace may have the line itself. */
function recordedLine(text: string | undefined): string {
  return text === undefined ? '' : `<pre><span class="here">${escapedSource(text)}</span></pre>\n`;
}

const RACE_LINES = {
  observed: 'the dashed red line is the order that is missing in this run',
  predicted: 'the dashed red line is the order that another schedule of this run does not have',
  suspected: 'the dashed red line is the order that no common lock gives',
} as const;

/** What the dashed red lines of the picture are. */
function missingWords({ type, claim }: Finding): string {
  if (type === 'race') return RACE_LINES[claim];
  return type === 'deadlock'
    ? 'the marked events are those at which the threads wait'
    : 'the marked events are the block and what cut it';
}

/** Recorders time synchronisation, not every access. */
const DOWN = {
  timed: 'Time runs down',
  untimed: 'Down is an order that the run could have had: accesses between two synchronisations were not timed',
} as const;

function figure(finding: Finding, picture: string, isTimed: boolean): string {
  return `<figure><div class="scroll" tabindex="0" role="region" aria-label="schedule">${picture}</div>
<figcaption>${DOWN[isTimed ? 'timed' : 'untimed']}; a dotted line leaves events out. Arrows are orders between threads (lock, fork, join, atomic); ${missingWords(finding)}.</figcaption></figure>\n`;
}

function detectorTable({ detectors }: AnalysisResult): string {
  const rows = detectors.map(
    ({ id, claim, finds, raceCount, deadlocks, violations, variables }) =>
      `<tr><td>${escaped(id)}</td><td>${claim}</td><td>${wordsOf({ type: finds }).many}</td><td class="count">${raceCount + deadlocks.length + violations.length}</td><td class="count">${finds === 'race' ? amount(variables.length, 'variable') : ''}</td></tr>\n`,
  );
  return `<h2>Detectors</h2>\n<table><thead><tr><th>detector</th><th>claim</th><th>finds</th><th class="count">found</th><th class="count">on</th></tr></thead><tbody>\n${rows.join('')}</tbody></table>\n`;
}
