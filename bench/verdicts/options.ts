// The options of `npm run bench -- native-verdicts`: one table, from which the usage is made.

import { existsSync, readFileSync, statSync } from 'node:fs';
import { basename, join, relative, resolve } from 'node:path';
import { UsageError } from '../reproduce/options.ts';
import type { SuiteOptions, SuiteValues } from '../suite.ts';
import type { Known } from './discovery.ts';
import type { HowToRun } from './judge.ts';
import { causeList, labelList } from './labels.ts';
import { type Tool, tools } from './tools.ts';

export const verdictOptions = {
  suite: {
    type: 'string',
    multiple: true,
    value: '[NAME=]DIR',
    help: 'a folder of labelled C and C++ programs, one file each; test/record-native/programs if not given; repeatable',
  },
  labels: { type: 'string', value: 'FILE', help: 'lines `path race|ok [reason]`, which come before the labels in file names' },
  flags: {
    type: 'string',
    value: "'WORDS'",
    help: "more words for the compiler, behind -O1 and those of the programs: --flags='-O0 -lrt'",
  },
  with: {
    type: 'string',
    multiple: true,
    value: 'FILE',
    help: 'a source file that is part of every program which includes its header; repeatable',
  },
  causes: { type: 'string', value: 'FILE', help: 'lines `name cause`: races that no run on a processor can show, and why' },
  tool: {
    type: 'string',
    multiple: true,
    value: 'ID',
    help: `${tools.map(({ id }) => id).join(', ')}; all but ${tools.flatMap(({ id, isExtra }) => (isExtra ? [id] : [])).join(', ')} if not given; repeatable`,
  },
  runs: { type: 'string', value: 'N', help: 'runs of each program; found if one of them reports; 1 if not given' },
  threads: { type: 'string', value: 'N', help: 'OMP_NUM_THREADS; 4 if not given' },
  patience: { type: 'string', value: 'SECONDS', help: 'how long a run may take; 60 if not given' },
  list: { type: 'boolean', help: 'also name the programs that some tool was not right on' },
  verdicts: {
    type: 'string',
    value: 'DIR',
    help: 'where the single verdicts are kept, as JSON and Markdown; bench/.cache if not given',
  },
} as const satisfies SuiteOptions;

export interface SuiteFolder {
  readonly name: string;
  readonly folder: string;
}

export interface VerdictOptions extends Known, HowToRun {
  readonly suites: readonly SuiteFolder[];
  readonly tools: readonly Tool[];
  readonly isListed: boolean;
  readonly verdicts: string;
}

/** Of this repository. */
const OWN = 'test/record-native';

export function readOptions(values: SuiteValues<typeof verdictOptions>, root: string, scratch: string): VerdictOptions {
  const own = { name: OWN, folder: join(root, OWN, 'programs') };
  return {
    suites: values.suite === undefined ? [own] : values.suite.map((text) => suiteOf(text, root)),
    labels: values.labels === undefined ? undefined : labelList(textOf('labels', values.labels), values.labels),
    causes: values.causes === undefined ? undefined : causeList(textOf('causes', values.causes), values.causes),
    flags: values.flags?.split(/\s+/).filter((word) => word !== '') ?? [],
    parts: (values.with ?? []).map((file) => resolve(existing('with', file))),
    tools: values.tool === undefined ? tools.filter(({ isExtra }) => isExtra !== true) : values.tool.map(toolOf),
    runs: count('runs', values.runs, 1),
    threads: count('threads', values.threads, 4),
    patience: count('patience', values.patience, 60),
    isListed: values.list ?? false,
    verdicts: values.verdicts === undefined ? scratch : existing('verdicts', values.verdicts),
  };
}

function suiteOf(text: string, root: string): SuiteFolder {
  const [, name, path] = /^(?:([^/=]+)=)?(.*)$/s.exec(text)!;
  const folder = resolve(existing('suite', path!));
  if (!statSync(folder).isDirectory()) throw new UsageError(`--suite: ${path} is not a folder`);
  const below = relative(root, folder);
  return { folder, name: name ?? (below.startsWith('..') ? basename(folder) : below) };
}

function toolOf(id: string): Tool {
  const tool = tools.find((each) => each.id === id);
  if (tool === undefined) throw new UsageError(`--tool: there is no ${id}; there are ${tools.map((each) => each.id).join(', ')}`);
  return tool;
}

function textOf(option: string, path: string): string {
  return readFileSync(existing(option, path), 'utf8');
}

function existing(option: string, path: string): string {
  if (!existsSync(path)) throw new UsageError(`--${option}: there is no ${path}`);
  return path;
}

function count(option: string, text: string | undefined, otherwise: number): number {
  const value = text === undefined ? otherwise : Number(text);
  if (!(Number.isInteger(value) && value > 0)) throw new UsageError(`--${option}: ${text} is no number of 1 or more`);
  return value;
}
