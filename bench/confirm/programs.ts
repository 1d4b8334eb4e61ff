// Labelled programs and how they are run: one entry per runtime. A program whose name says `race`, `predicted`, `deadlock` or `may-deadlock` has something to
// confirm, one that says `ok` has nothing.

import { mkdirSync, readdirSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { Ran, Runner } from './runner.ts';

export interface LabelledSuite {
  /** The first part of the names of its programs in tables. */
  readonly id: string;
  readonly title: string;
  /** Where its programs are, and where they are started, from the root. */
  readonly folder: string;
  readonly names: RegExp;
  /** Makes a program ready in a folder and returns its command line, or undefined if that cannot be done here. */
  command(name: string, folder: string, foretrace: Runner): Promise<readonly string[] | undefined>;
}

async function compiled(program: string, building: Promise<Ran>): Promise<readonly string[] | undefined> {
  return (await building).status === 0 ? [program] : undefined;
}

function executable(name: string, folder: string): string {
  mkdirSync(folder, { recursive: true });
  return join(folder, name.replaceAll('.', '-'));
}

const native: LabelledSuite = {
  id: 'native',
  title: 'C and C++',
  folder: 'test/record-native/programs',
  names: /\.(?:ok|race|predicted|deadlock|may-deadlock)\.(?:c|cpp)$/,
  command(name, folder, foretrace) {
    const program = executable(name, folder);
    const compiler = extname(name) === '.c' ? ['cc'] : ['c++', '-std=c++20'];
    return compiled(program, foretrace([...compiler, '-g', '-O1', '-pthread', '-w', name, '-o', program]));
  },
};

const openmp: LabelledSuite = {
  id: 'openmp',
  title: 'OpenMP',
  folder: 'test/record-native/openmp',
  names: /\.(?:ok|race)\.c$/,
  command(name, folder, foretrace) {
    const program = executable(name, folder);
    return compiled(program, foretrace(['cc', '-fopenmp', '-g', '-O1', '-w', name, '-o', program]));
  },
};

const rust: LabelledSuite = {
  id: 'rust',
  title: 'Rust',
  folder: 'test/record-rust/programs',
  names: /\.(?:ok|race|predicted|deadlock|may-deadlock)\.rs$/,
  command(name, folder, foretrace) {
    const program = executable(name, folder);
    const options = ['--edition=2021', '-g', '-Copt-level=1', '-Awarnings', '--crate-name=program'];
    return compiled(program, foretrace(['rustc', ...options, name, '-o', program]));
  },
};

/** Node.js has `navigator.locks` from here on. */
const WEB_LOCKS = 24;

const node: LabelledSuite = {
  id: 'node',
  title: 'Node.js',
  folder: 'test/record-node/programs',
  names: /\.(?:ok|race|predicted|deadlock|may-deadlock)\.[cm]js$/,
  async command(name) {
    if (!name.startsWith('web-lock-') || Number.parseInt(process.versions.node, 10) >= WEB_LOCKS) return [process.execPath, name];
    const other = process.env['FORETRACE_WEB_LOCKS_NODE'];
    return other === undefined ? undefined : [other, name];
  },
};

const suites: readonly LabelledSuite[] = [native, openmp, rust, node];

export interface Program {
  readonly suite: LabelledSuite;
  readonly name: string;
  readonly label: string;
  /** The suite and the name, as tables and options have it. */
  readonly id: string;
}

/** Of all suites by turns, so that a part of them is a part of each. */
export function labelledPrograms(root: string): Program[] {
  const all = suites.map((suite) =>
    readdirSync(join(root, suite.folder))
      .filter((name) => suite.names.test(name))
      .sort()
      .map((name) => ({ suite, name, label: name.split('.').at(-2)!, id: `${suite.id}/${name}` })),
  );
  const share = (own: readonly Program[], at: number) => own.map((program, i) => ({ program, at: (i + at) / own.length }));
  return all
    .flatMap((own, i) => share(own, i / all.length))
    .sort((a, b) => a.at - b.at)
    .map(({ program }) => program);
}
