// Who finds what in labelled C, C++ and Rust programs: foretrace, ThreadSanitizer of gcc and of clang, Archer, Helgrind, DRD and Miri, on the suite of
// this repository or on others.

import { type NativePrograms, nativeSuite } from '../native-programs.ts';
import { UsageError } from '../reproduce/options.ts';
import type { Context, Suite, SuiteValues, Table } from '../suite.ts';
import { timeLeft } from '../time-left.ts';
import type { JudgedProgram } from '../verdicts/count.ts';
import { type Found, type Program, programsIn, sample } from '../verdicts/discovery.ts';
import { keepVerdicts, verdictFiles } from '../verdicts/files.ts';
import { Judge, type Verdict } from '../verdicts/judge.ts';
import { readOptions, type SuiteFolder, type VerdictOptions, verdictOptions } from '../verdicts/options.ts';
import { causeTable, countTable, listTable, type SuiteVerdicts } from '../verdicts/tables.ts';
import { missing, type Tool, versions } from '../verdicts/tools.ts';

async function verdicts(programs: NativePrograms, context: Context): Promise<Table[]> {
  const options = readOptions(context.own as SuiteValues<typeof verdictOptions>, context.root, context.scratch);
  const suites = options.suites.map((suite) => ({ suite, found: foundIn(suite, options) }));
  for (const [option, list] of Object.entries({ labels: options.labels, causes: options.causes }))
    for (const name of list?.unused() ?? []) process.stderr.write(`bench: --${option} has ${name}, and no suite has\n`);
  const judge = new Judge(programs, options, context.root);
  const tables: Table[] = [];
  for (const { suite, found } of suites) tables.push(...(await verdictsOn(suite, found, judge, options, context)));
  return tables;
}

function foundIn({ folder }: SuiteFolder, options: VerdictOptions): Found {
  const found = programsIn(folder, options);
  if (found.programs.length > 0) return found;
  throw new UsageError(
    `--suite: of ${found.unlabelled} programs in ${folder} none has a label. Hint: NAME.race.c and NAME.ok.c, NAME-yes.c and NAME-no.c, NAME_bad.c and NAME_ok.c have, and those that a file of --labels names`,
  );
}

async function verdictsOn(
  { name }: SuiteFolder,
  { programs: all, unlabelled }: Found,
  judge: Judge,
  options: VerdictOptions,
  context: Context,
): Promise<Table[]> {
  const suiting = options.tools.filter(({ suits }) => suits === undefined || all.some(suits));
  const asked = suiting.filter((tool) => missing(tool) === undefined);
  const programs: JudgedProgram[] = [];
  const judged: SuiteVerdicts = {
    suite: name,
    tools: suiting.map((tool) => ({ id: tool.id, title: tool.title, missing: missing(tool) })),
    programs,
    all: all.length,
    unlabelled,
    how: howWords(options, asked),
    hasCauses: options.causes !== undefined,
  };
  const path = verdictFiles(options.verdicts, name, context.quick);
  const chosen = context.quick ? sample(all) : all;
  const begin = performance.now();
  for (const [n, program] of chosen.entries()) {
    const left = timeLeft(n, chosen.length, performance.now() - begin);
    const say = (tool: Tool) =>
      context.progress(`${name}: ${n + 1} of ${chosen.length}, ${left}: ${program.name}, ${tool.title}`);
    programs.push(await judgedBy(asked, program, judge, say));
    keepVerdicts(path, judged);
    for (const table of tablesOf(judged, options)) context.keep(table);
  }
  return tablesOf(judged, options);
}

async function judgedBy(
  asked: readonly Tool[],
  program: Program,
  judge: Judge,
  say: (tool: Tool) => void,
): Promise<JudgedProgram> {
  const said: Record<string, Verdict> = {};
  for (const tool of asked) {
    if (tool.suits?.(program) === false) continue;
    say(tool);
    said[tool.id] = await judge.verdict(tool, program);
  }
  await judge.leave();
  const { name, label, reason, cause } = program;
  return { name, label, ...(reason !== undefined && { reason }), ...(cause !== undefined && { cause }), verdicts: said };
}

function tablesOf(judged: SuiteVerdicts, { isListed }: VerdictOptions): Table[] {
  return [countTable(judged), ...(judged.hasCauses ? [causeTable(judged)] : []), ...(isListed ? [listTable(judged)] : [])];
}

function howWords({ flags, runs, threads, patience }: VerdictOptions, asked: readonly Tool[]): string {
  const level = flags.some((flag) => flag.startsWith('-O')) ? [] : ['-O1'];
  const often = runs === 1 ? 'one run each' : `up to ${runs} runs each`;
  return [
    [...level, ...flags].join(' '),
    `${threads} threads of OpenMP`,
    `${often} of at most ${patience} s`,
    ...versions(asked),
  ].join(', ');
}

export const nativeVerdicts: Suite = {
  ...nativeSuite(
    'native-verdicts',
    'who finds what in labelled C, C++ and Rust programs, of foretrace and other tools',
    verdicts,
  ),
  options: verdictOptions,
  page: 'docs/record-native.md',
};
