// What recording C costs: the same kernels as they are, with the recorder of dist, with ThreadSanitizer and under Helgrind, by turns;
// the best wall time of each counts. Then who finds what in the labelled programs of test/record-native.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { RAW_HEADER_BYTES, RAW_RECORD_BYTES } from '../../src/raw/format.ts';
import type { Context, Suite, Table } from '../suite.ts';

const KERNELS = { matrix: [120, 200], queue: [2_000, 10_000], sort: [20_000, 100_000] } as const;
/** ThreadSanitizer of some kernels and compilers fails with randomised addresses. */
const FIXED_ADDRESSES = ['setarch', '-R'];
/** Seconds. A compiler may take long on a busy machine; a program of the suite that does hangs. */
const PATIENCE = { compiler: 300, program: 60 } as const;

interface Result {
  readonly seconds: number;
  readonly output: string;
  readonly status: number | null;
}

function run(words: readonly string[], cwd: string, env = process.env, patience: number = PATIENCE.program): Result {
  const begin = process.hrtime.bigint();
  const { stdout, stderr, status, error } = spawnSync(words[0]!, words.slice(1), {
    cwd,
    env,
    encoding: 'utf8',
    timeout: patience * 1e3,
    killSignal: 'SIGKILL',
  });
  const output = `${stdout}${stderr}${error === undefined ? '' : error.message}`;
  return { seconds: Number(process.hrtime.bigint() - begin) / 1e9, output, status };
}

function compiled(words: readonly string[]): void {
  const { status, output } = run(words, '.', process.env, PATIENCE.compiler);
  if (status !== 0) throw new Error(`${words.join(' ')} failed: ${output}`);
}

class Tools {
  readonly foretrace: string;

  constructor(root: string) {
    this.foretrace = join(root, 'dist/cli/main.js');
    if (!existsSync(this.foretrace)) throw new Error('dist is missing: run `npm run build` first');
  }

  build(how: 'plain' | 'recorded' | 'sanitized', source: string, program: string): void {
    const cpp = source.endsWith('.cpp');
    const language = cpp ? ['-std=c++20'] : [];
    const args = [...language, '-O1', '-g', '-w', '-pthread', source, '-o', program];
    const compiler = cpp ? 'g++' : 'gcc';
    if (how === 'recorded') compiled([process.execPath, this.foretrace, cpp ? 'c++' : 'cc', ...args]);
    else compiled([compiler, ...(how === 'sanitized' ? ['-fsanitize=thread'] : []), ...args]);
  }
}

function costs(tools: Tools, context: Context, folder: string): Table {
  const turns = context.quick ? 1 : 3;
  const rows = Object.entries(KERNELS).map(([name, sizes]) => {
    const size = String(context.quick ? sizes[0] : sizes[1]);
    const source = join(context.root, 'bench/recording-native', `${name}.c`);
    const [plain, recorded, sanitized] = ['plain', 'recorded', 'sanitized'].map((how) => join(folder, `${name}-${how}`));
    tools.build('plain', source, plain!);
    tools.build('recorded', source, recorded!);
    tools.build('sanitized', source, sanitized!);
    const least = { plain: Infinity, recorded: Infinity, sanitized: Infinity, helgrind: Infinity };
    let bytes = 0;
    for (let n = 0; n < turns; n++) {
      context.progress(`${name}: ${n + 1} of ${turns}`);
      const log = mkdtempSync(join(folder, 'log-'));
      const times = {
        plain: run([plain!, size], folder).seconds,
        recorded: run([recorded!, size], folder, { ...process.env, FORETRACE_RECORD: log }).seconds,
        sanitized: run([...FIXED_ADDRESSES, sanitized!, size], folder).seconds,
        helgrind: run(['valgrind', '--tool=helgrind', plain!, size], folder).seconds,
      };
      for (const [tool, seconds] of Object.entries(times) as [keyof typeof least, number][])
        least[tool] = Math.min(least[tool], seconds);
      bytes = logBytes(log);
      rmSync(log, { recursive: true });
    }
    const { seconds: analysing } = run([process.execPath, tools.foretrace, 'run', '-q', '--', recorded!, size], folder);
    const { plain: native } = least;
    return [
      `${name} ${size}`,
      native * 1e3,
      least.recorded / native,
      least.sanitized / native,
      least.helgrind / native,
      bytes / 1e6,
      bytes / RAW_RECORD_BYTES / 1e3,
      analysing,
    ] as const;
  });
  return {
    title: 'Kernels: how many times slower',
    columns: ['kernel', 'plain ms', 'recorded', 'ThreadSanitizer', 'Helgrind', 'log MB', 'records / 1000', 'run and analyse s'],
    rows,
    notes: ['Wall time of whole processes, best of three that take turns; the log is what the program writes while it runs.'],
  };
}

function logBytes(folder: string): number {
  const logs = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.raw'));
  return logs.reduce((sum, name) => sum + statSync(join(folder, name)).size - RAW_HEADER_BYTES, 0);
}

/** What each tool says of each labelled program. */
function verdicts(tools: Tools, context: Context, folder: string): Table {
  const programs = join(context.root, 'test/record-native/programs');
  const names = readdirSync(programs).filter((name) => /\.(?:ok|race|predicted)\.(?:c|cpp)$/.test(name));
  const counts = { agree: 0, foretraceRight: 0, sanitizerRight: 0 };
  const onlyHere: string[] = [];
  const onlyThere: string[] = [];
  for (const [n, name] of names.entries()) {
    context.progress(`verdicts: ${n + 1} of ${names.length}`);
    const [here, there] = bothVerdicts(tools, join(programs, name), folder);
    const racy = !name.includes('.ok.');
    if (here === there) counts.agree++;
    if (here === racy) counts.foretraceRight++;
    if (there === racy) counts.sanitizerRight++;
    if (here && !there) onlyHere.push(name);
    if (there && !here) onlyThere.push(name);
  }
  return {
    title: 'Verdicts on test/record-native',
    columns: ['programs', 'both say the same', 'foretrace is right', 'ThreadSanitizer is right'],
    rows: [[names.length, counts.agree, counts.foretraceRight, counts.sanitizerRight]],
    notes: [`Only foretrace reports: ${onlyHere.join(' ')}`, `Only ThreadSanitizer reports: ${onlyThere.join(' ')}`],
  };
}

function bothVerdicts(tools: Tools, source: string, folder: string): [boolean, boolean] {
  const [recorded, sanitized, report] = ['recorded', 'sanitized', 'report.json'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  tools.build('recorded', source, recorded);
  tools.build('sanitized', source, sanitized);
  rmSync(report, { force: true });
  const recording = run([process.execPath, tools.foretrace, 'run', '-q', '-f', `json=${report}`, '--', recorded], folder);
  if (!existsSync(report)) throw new Error(`foretrace run of ${source} failed: ${recording.output}`);
  const { findings } = JSON.parse(readFileSync(report, 'utf8')) as { findings: readonly unknown[] };
  const { output } = run([...FIXED_ADDRESSES, sanitized], folder);
  return [findings.length > 0, output.includes('data race')];
}

function suite(id: string, says: string, table: (tools: Tools, context: Context, folder: string) => Table): Suite {
  return {
    id,
    says,
    run(context) {
      const tools = new Tools(context.root);
      const folder = mkdtempSync(join(context.scratch, 'native-'));
      try {
        return Promise.resolve([table(tools, context, folder)]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    },
  };
}

export const recordingNative = suite('recording-native', 'what recording a C program costs', costs);
export const nativeVerdicts = suite(
  'native-verdicts',
  'who finds what in C programs, of foretrace and ThreadSanitizer',
  verdicts,
);
