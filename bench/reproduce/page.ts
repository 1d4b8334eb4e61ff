// The page around the sections: what was measured on what, how, and by which versions.

import { cpus, platform, release, totalmem } from 'node:os';
import { countVerdicts, headlinesOf } from './claims.ts';
import { amount, digits, name, several, table } from './markdown.ts';
import type { Measuring } from './measuring.ts';
import type { Options } from './options.ts';
import type { Context } from './section.ts';
import { median, most, sum } from './statistics.ts';

export interface Part {
  readonly title: string;
  readonly text: string;
}

export function page(parts: readonly Part[], context: Context, options: Options, version: string): string {
  const text = [
    '# The papers, reproduced',
    '',
    `<!-- written by \`${command(options)}\`; do not edit -->`,
    '',
    'foretrace unites the systems of five documents. This page runs them all over recorded programs and puts what comes out beside the documents’ own',
    'numbers. It is written by a program, the verdicts included: a sentence says *agrees* or *differs* because a comparison of numbers came out so. Absolute',
    'times are of one machine; ratios are what to compare.',
    '',
    contents(parts),
    '## How',
    '',
    howMeasured(context, options),
    machine(version, context.measuring),
    tracesTable(context, options),
    ...parts.map(({ title, text }) => `## ${title}\n\n${text}`),
  ].join('\n');
  return `${text.replace(/\n{3,}/g, '\n\n').trimEnd()}\n`;
}

/** What each document is known for, with our answer; then the parts, with the verdicts counted: a reader sees at once where the documents hold. */
export function contents(parts: readonly Part[]): string {
  const headlines = parts.flatMap(({ title, text }) =>
    headlinesOf(text).map(({ id, says, answer, verdict }) => [
      title.replace(/:.*/, ''),
      says,
      answer,
      `[${verdict}](#headline-${id})`,
    ]),
  );
  const counts = parts.map(({ title, text }) => {
    const { agree, mended, differ } = countVerdicts(text);
    return [`[${title}](#${anchor(title)})`, ...(agree + mended + differ === 0 ? ['', '', ''] : [agree, mended, differ])];
  });
  return [
    ...(headlines.length === 0 ? [] : [table([':document', ':what it says', ':what came out here', ':verdict'], headlines)]),
    table([':part', 'claims that agree', 'that agree once mended', 'that differ'], counts),
  ].join('\n');
}

/** Without the folder's real name: it says nothing to anybody else. */
function command({ traces, quick, only, peers }: Options): string {
  return [
    'npm run reproduce --',
    ...(traces ?? []).map(() => '--traces DIR'),
    ...(quick ? ['--quick'] : []),
    ...only.map((id) => `--only ${id}`),
    ...[...peers.keys()].map((peer) => `--peer ${name(peer)}=…`),
  ]
    .join(' ')
    .replace(/ --$/, '');
}

function anchor(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, '')
    .replaceAll(' ', '-');
}

function howMeasured({ repeats, limits, quick }: Context, options: Options): string {
  return [
    `Every measurement is a process of its own, one after the other; one detector on one trace is measured once, and every table has that number. A time is processor time of warm code, the median of at most ${repeats.runs}`,
    `runs over events in memory, without reading: three at least if they take less than ${digits(repeats.seconds * 4, 2)} seconds together, one where that is too long. Memory is the peak of the resident set of a process that streams the`,
    `file, Node itself (about 45 MB) included. What takes more than ${limits.seconds} seconds (a few times that for the longest tasks) or ${limits.megabytes / 1000} GB is given up and shown as such. Results are kept by content`,
    '(trace, question, code), so that a second run only measures what has changed.',
    ...(quick ? ['This is a quick run: few traces, few repeats; do not cite its times.'] : []),
    ...(options.traces === undefined
      ? ['It ran on the small traces of this repository, for no others were given (`--traces DIR`).']
      : []),
    '[reproduce.md](reproduce.md) says how to run it.',
    '',
  ].join('\n');
}

/** With what, and whether the machine had other things to do. */
export function machine(version: string, { loads }: Pick<Measuring, 'loads'>): string {
  const [cpu] = cpus();
  const parts = [
    `foretrace ${version}`,
    `Node ${process.version} (V8 ${process.versions.v8})`,
    `${platform()} ${release().split('-')[0]}`,
    `${cpus().length} × ${cpu?.model.trim() ?? 'unknown processor'}`,
    `${amount(totalmem() / 2 ** 30)} GB`,
    new Date().toISOString().slice(0, 10),
  ];
  const busy = loads.length === 0 ? 0 : median(loads);
  const warning =
    busy > cpus().length
      ? `\n**The machine was busy with other things**: its load was ${digits(busy, 2)} in the median, ${digits(most(loads), 2)} at most. Times that are close are not told apart.\n`
      : '';
  return `Measured with ${parts.join(', ')}.\n${warning}`;
}

function tracesTable({ programs, collections }: Context, { traces }: Options): string {
  const all = [...programs, ...collections];
  const rows = all.map(({ source, files, facts }) => [
    files.length === 1 ? name(source.name) : `${name(source.name)} (${several(files.length, 'trace')})`,
    ...[facts.events, facts.accesses, facts.threads, facts.locks, facts.variables, facts.isOwn ? 'foretrace' : 'others'],
  ]);
  const total = sum(all.map(({ facts }) => facts.events));
  const repaired = all
    .filter(({ facts }) => facts.repaired > 0)
    .map(({ source, facts }) => `${name(source.name)} (${facts.repaired})`);
  return [
    `The traces${traces === undefined ? ' of this repository' : ' in `DIR`'}, ${several(total, 'event')} in all. Folders of tiny traces are one line; only the last table has them.`,
    ...(repaired.length === 0 ? [] : [`Not well-formed as recorded, and repaired (number of problems): ${repaired.join(', ')}.`]),
    '',
    `<details><summary>${several(programs.length, 'program')}, ${several(collections.length, 'folder')} of tiny traces</summary>\n`,
    table([':trace', 'events', 'accesses', 'threads', 'locks', 'variables', ':recorded by'], rows),
    '</details>\n',
  ].join('\n');
}
