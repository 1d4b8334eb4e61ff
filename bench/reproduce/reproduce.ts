// `npm run reproduce`: runs the systems of the five documents over recorded traces and writes docs/results.md, beside the documents' numbers.

import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { unjudged } from './claims.ts';
import { comparison, readResults, resultsOf } from './compare.ts';
import { putInto } from './into.ts';
import { Measuring } from './measuring.ts';
import { type Options, parseOptions, UsageError, usage } from './options.ts';
import { machine, type Part, page } from './page.ts';
import { prepared } from './programs.ts';
import type { Context, Section } from './section.ts';
import { deadlocks } from './sections/deadlocks.ts';
import { detectorsSection } from './sections/detectors.ts';
import { goldilocks } from './sections/goldilocks.ts';
import { loft } from './sections/loft.ts';
import { raptor } from './sections/raptor.ts';
import { sulzmann } from './sections/sulzmann.ts';
import { ziptrack } from './sections/ziptrack.ts';

const sections: readonly Section[] = [ziptrack, loft, raptor, goldilocks, sulzmann, deadlocks, detectorsSection];
const COMPARED = 'Beside another machine';
const root = process.cwd();

function progress(text: string): void {
  if (process.stderr.isTTY)
    process.stderr.write(`\r\x1b[K${text.replace(/[\p{Cc}]/gu, '?').slice(0, (process.stderr.columns ?? 80) - 1)}`);
}

async function run(options: Options): Promise<void> {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as { version: string };
  const other = options.compare === undefined ? undefined : readResults(options.compare);
  const measuring = await Measuring.open(root, options.cache, options.fresh, progress);
  const images = join(dirname(options.out), 'images');
  mkdirSync(images, { recursive: true });
  const scratch = join(options.cache, '..', 'traces');
  mkdirSync(scratch, { recursive: true });
  const limits = options.quick ? { seconds: 20, megabytes: 4000 } : { seconds: 30, megabytes: 8000 };
  const context: Context = {
    measuring,
    ...(await prepared(measuring, options, root, scratch)),
    quick: options.quick,
    repeats: options.quick ? { runs: 2, seconds: 0.1 } : { runs: 15, seconds: 0.1 },
    limits,
    peers: options.peers,
    scratch,
    root,
    progress,
    image(name, title, svg) {
      writeFileSync(join(images, `${name}.svg`), svg);
      return `![${title}](images/${name}.svg)\n`;
    },
  };
  const parts: Part[] = [];
  for (const section of sections)
    if (options.only.length === 0 || options.only.includes(section.id)) {
      const text = await section.run(context);
      parts.push({ title: section.title, text: options.quick ? unjudged(text) : text });
    }
  const results = resultsOf(measuring, parts, machine(version, measuring), options.quick);
  mkdirSync(dirname(options.json), { recursive: true });
  writeFileSync(options.json, `${JSON.stringify(results)}\n`);
  if (other !== undefined) parts.push({ title: COMPARED, text: comparison(results, other) });
  writeFileSync(
    options.out,
    options.isInto ? added(parts, options, machine(version, measuring)) : page(parts, context, options, version),
  );
  progress('');
  process.stderr.write(`${options.out}: ${measuring.made} measured, ${measuring.known} known from before\n`);
}

function added(parts: readonly Part[], { out, traces, quick }: Options, measuredWith: string): string {
  const on = traces === undefined ? ' on the small traces of this repository' : '';
  const note = `This part was measured by itself${on}${quick ? ', in a quick run' : ''}. ${measuredWith}`;
  const titles = [...sections.map(({ title }) => title), COMPARED];
  return putInto(readFileSync(out, 'utf8'), parts, titles, note);
}

try {
  const options = parseOptions(
    process.argv.slice(2),
    sections.map(({ id }) => id),
    root,
  );
  if (options.help) process.stdout.write(usage(sections));
  else await run(options);
} catch (error) {
  if (!(error instanceof UsageError)) throw error;
  process.stderr.write(`reproduce: ${error.message}\n`);
  process.exit(2);
}
