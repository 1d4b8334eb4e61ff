// `foretrace confirm`: makes the real program do what an analysis found.

import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InputError } from '../../base/error.ts';
import { display, quote } from '../../base/quote.ts';
import { findFinding } from '../../findings/find.ts';
import type { Confirmation, Finding } from '../../findings/finding.ts';
import { select } from '../../findings/selection.ts';
import { unwritable } from '../../formats/file/failure.ts';
import { checkOutput } from '../../formats/file/output.ts';
import { collectTrace } from '../../formats/read.ts';
import { amount } from '../../report/words.ts';
import type { Behaviour } from '../../steer/comparison.ts';
import { ENOUGH } from '../../steer/harm.ts';
import { LARGEST } from '../../steer/plan.ts';
import { planText } from '../../steer/plan-text.ts';
import { standingWords } from '../../steer/words-for-people.ts';
import type { Trace } from '../../trace/trace.ts';
import { analyzed, analyzingOptions, prepared, type Reporting, reporting } from '../analyzing.ts';
import { command } from '../command.ts';
import { type Confirmations, keepConfirmations, withConfirmations } from '../confirmations.ts';
import { type Confirming, FindingConfirmer, freeRun, MOST_COMPARING, type Verdict } from '../confirming.ts';
import { interruptible } from '../interrupt.ts';
import { lastRun } from '../last-run.ts';
import { Progress } from '../progress.ts';
import { reading } from '../reading.ts';
import type { Session } from '../session.ts';
import { ownSources } from '../sources.ts';
import { confirmSuspected } from '../suspected.ts';
import { textFile } from '../text-file.ts';

/** A run that is led may take so much longer than one that is not, and so long at least, in milliseconds. */
const SLOWER = 10;
const LEAST_TIME = 60_000;

/** So long nothing is said, in milliseconds. */
const PATIENCE = 20_000;

export const confirmCommand = command({
  description:
    'Runs the program again, led to what an analysis has found: its threads are held at the places of each finding until all of them stand there, in each of the two orders. What was shown so is called confirmed, and harmful if the program then ends or prints otherwise; what was not reached stays what it was. Options come first.',
  arguments: [
    {
      name: 'WHAT',
      help: 'findings of the last foretrace run of this project (R1 R3; all if none is named), or a trace; then -- and the program, if it is not that of the last run',
      commandLine: true,
      optional: true,
    },
  ],
  options: {
    tries: {
      kind: 'number',
      min: 1,
      max: 10_000,
      default: 8,
      help: 'runs that are spent on reaching one finding, at most; up to 9 more compare',
    },
    suspected: {
      kind: 'flag',
      help: 'instead: run the program once, and --tries times led towards pairs of places that no trace can prove a race of; what met is reported',
    },
    stdin: { kind: 'file', value: 'file', help: 'the standard input of the program, each time; it is empty if none is named' },
    recipes: {
      kind: 'file',
      value: 'folder',
      help: 'where R1.recipe and so on are written, for foretrace replay, instead of here',
    },
    ...analyzingOptions,
  },
  examples: [
    { line: 'foretrace confirm', says: 'all findings of the last run of this project' },
    { line: 'foretrace confirm R3 -- ./program --threads 4', says: 'one of them, with another command line' },
    { line: 'foretrace confirm trace.ftrace -- ./program', says: 'what is found in a trace' },
    { line: 'foretrace confirm --suspected -- ./program', says: 'what only the program itself can show' },
    { line: 'foretrace replay R3.recipe -- ./program', says: 'the same interleaving again' },
  ],
  async run({ args, options }, session) {
    const preparation = await prepared(options, ownSources());
    if (options.suspected) {
      if (options.recipes !== undefined) throw usage('--suspected writes no recipes', 'leave --recipes out');
      return await confirmSuspected(programOf(args), options, options, preparation, session);
    }
    const { paths, wanted, words } = question(args);
    const what = await analyzed(
      paths.map((path) => ({ path })),
      options,
      session,
    );
    const entries = select(what.result.findings, { ...preparation.wanted, grouping: options.group }).findings;
    const chosen = chosenOf(entries, what.result.findings, wanted);
    const traces = new Map<number, Trace>();
    for (const trace of new Set(chosen.map((finding) => finding.trace)))
      traces.set(trace, await traceAt(paths[trace]!, options.inputFormat, session));
    const found = await interruptible(() => confirmAll(chosen, traces, words, options, session));
    const told: Reporting = withConfirmations(what, found);
    return (await reporting(told, preparation, options, session)).status;
  },
});

/** An id, a fingerprint, or both as reports print them: R1·5f2c9a. */
const FINDING = /^(R\d+(·[0-9a-f]*)?|[0-9a-f]+)$/i;

interface Question {
  readonly paths: readonly string[];
  /** Ids or fingerprints; all if there are none. */
  readonly wanted: readonly string[];
  readonly words: readonly string[];
}

function question(args: readonly string[]): Question {
  const at = args.indexOf('--');
  const named = at < 0 ? args : args.slice(0, at);
  const words = at < 0 ? [] : args.slice(at + 1);
  const option = named.find((word) => word.startsWith('-'));
  if (option !== undefined)
    throw usage(`${quote(option)} comes too late`, 'options come before the findings: foretrace confirm --tries 4 R1');
  const [first] = named;
  if (first !== undefined && existsSync(first)) {
    if (words.length === 0) throw usage('no program', `foretrace confirm ${display(first)} -- ./program`);
    return { paths: [first], wanted: named.slice(1), words };
  }
  const unknown = named.find((word) => !FINDING.test(word));
  if (unknown !== undefined)
    throw new InputError(
      'FILE_UNREADABLE',
      { file: unknown },
      'there is no such trace, and no finding is called so',
      'check the path; findings are R1, R2 and so on',
    );
  const run = lastRun();
  if (run === undefined)
    throw usage(
      'there is no last run of this project',
      'foretrace run keeps one if it finds races; else foretrace confirm TRACE -- ./program',
    );
  const last = words.length > 0 ? words : (run.words ?? []);
  if (last.length === 0) throw usage('the last run did not keep its command line', 'say it: foretrace confirm -- ./program');
  return { paths: run.traces, wanted: named, words: last };
}

/** The program alone: what a trace has found is not asked for. */
function programOf(args: readonly string[]): readonly string[] {
  const [first, ...words] = args;
  if (first !== undefined && first !== '--')
    throw usage('--suspected takes no findings', 'foretrace confirm --suspected -- ./program');
  const own = words.length > 0 ? words : (lastRun()?.words ?? []);
  if (own.length === 0) throw usage('no program', 'foretrace confirm --suspected -- ./program');
  return own;
}

function usage(what: string, hint: string): InputError {
  return new InputError('USAGE', {}, what, hint);
}

function chosenOf(entries: readonly Finding[], findings: readonly Finding[], wanted: readonly string[]): readonly Finding[] {
  if (wanted.length === 0) return entries;
  return wanted.map((name) => findFinding(entries, findings, name));
}

async function traceAt(path: string, format: string | undefined, session: Session): Promise<Trace> {
  const { trace } = await reading(path, format, session, async (source) => {
    const trace = await collectTrace(source.input, { ...source, onProgress: undefined });
    return { trace, notes: [] };
  });
  if (trace.symbols.sites.size > 0) return trace;
  throw new InputError(
    'NO_SITES',
    { file: path },
    'the trace does not say where its code is in the program',
    'only traces that this version has recorded do: record the program again',
  );
}

interface ConfirmOptions {
  readonly tries: number;
  readonly stdin?: string | undefined;
  readonly recipes?: string | undefined;
}

async function confirmAll(
  findings: readonly Finding[],
  traces: ReadonlyMap<number, Trace>,
  words: readonly string[],
  { tries, stdin, recipes = '.' }: ConfirmOptions,
  session: Session,
): Promise<Confirmations> {
  const confirmations = new Map<string, Confirmation>();
  if (findings.length === 0) return confirmations;
  const recipeOf = ({ id }: Finding): string => join(recipes, `${id}.recipe`);
  // Before the program has run for an hour.
  for (const finding of findings) await checkRecipe(recipeOf(finding));
  const progress = new Progress(process.stderr, session.quiet, 'confirming', 'share');
  let done = 0;
  const onRun = (): void => progress.update(Math.min(0.999, ++done / (ENOUGH + findings.length * (tries + MOST_COMPARING))));
  const most = `at most ${amount(tries + MOST_COMPARING, 'run')} for each of ${amount(findings.length, 'finding')}`;
  session.remark(session.errorColors.dim(`foretrace: ${display(words.join(' '))}: ${most}`));
  const began = performance.now();
  const free = await unled(words, stdin, session, onRun);
  const took = performance.now() - began;
  const limit = Math.max(LEAST_TIME, SLOWER * took);
  const usualTime = took / free.length;
  const confirming: Confirming = { words, options: { input: stdin, limit }, runs: tries, usualTime, free, onRun };
  for (const [i, finding] of findings.entries()) {
    const confirmer = new FindingConfirmer(traces.get(finding.trace)!, confirming);
    const verdict = await confirmer.confirm(finding);
    progress.end();
    done = ENOUGH + (i + 1) * (tries + MOST_COMPARING);
    const recipe = recipeOf(finding);
    if (verdict.state === 'confirmed') {
      await writeRecipe(recipe, planText(verdict.recipe));
      const confirmation = { recipe, ...(verdict.harm === undefined ? {} : { harm: verdict.harm }) };
      confirmations.set(finding.fingerprint, confirmation);
      // An interrupt may come while the next one is tried.
      await keepConfirmations(new Map([[finding.fingerprint, confirmation]]));
    }
    session.remark(verdictText(finding, verdict, confirmer, recipe, words, session));
  }
  return confirmations;
}

/** The program as it is. One that serves until somebody ends it would be waited for. */
async function unled(
  words: readonly string[],
  input: string | undefined,
  session: Session,
  onRun: () => void,
): Promise<Behaviour[]> {
  const runs: Behaviour[] = [];
  const waiting = setTimeout(() => {
    session.remark(
      'foretrace: the program still runs, by itself; if it does not end, give it a time: confirm -- timeout 5 ./program',
    );
  }, PATIENCE);
  for (; runs.length < ENOUGH; onRun()) runs.push(await freeRun(words, { input, limit: 3_600_000 }));
  clearTimeout(waiting);
  return runs;
}

async function checkRecipe(path: string): Promise<void> {
  await checkOutput(path);
  if (existsSync(path) && !textFile(path, LARGEST.bytes).startsWith('foretrace plan'))
    throw new InputError(
      'FILE_UNWRITABLE',
      { file: path },
      'this is no recipe, and is left alone',
      'name another folder with --recipes',
    );
}

async function writeRecipe(path: string, text: string): Promise<void> {
  try {
    await writeFile(path, text);
  } catch (error) {
    throw unwritable(path, error);
  }
}

function verdictText(
  finding: Finding,
  verdict: Verdict,
  confirmer: FindingConfirmer,
  recipe: string,
  words: readonly string[],
  session: Session,
): string {
  const { bold, green, red, yellow } = session.errorColors;
  const head = `${bold(finding.id)}  ${display(finding.variable)}: `;
  if (verdict.state === 'not-reached')
    return `${head}${yellow('not reached')} in ${amount(verdict.runs, 'run')}, and still ${finding.claim}\n    ${display(verdict.why)}`;
  const state = verdict.harm === undefined ? green('confirmed') : red('confirmed, harmful');
  const lines = verdict.met.flatMap(({ standing, stack }) => [
    `${display(confirmer.threadName(standing.thread))} ${standingWords(standing, verdict.tried)}`,
    ...stack.map((place) => `    ${display(place)}`),
  ]);
  const how = words.map((word) => (/^[\w./=:@%+-]+$/.test(word) ? word : quote(word))).join(' ');
  return [
    `${head}${state}, in ${amount(verdict.runs, 'run')}`,
    ...lines.map((line) => `    ${line}`),
    ...(verdict.harm === undefined ? ['    no difference was seen from outside'] : [`    ${verdict.harm}`]),
    `    foretrace replay ${display(recipe)} -- ${display(how)}`,
  ].join('\n');
}
