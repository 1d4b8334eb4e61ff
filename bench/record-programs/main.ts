// `npm run record-programs -- DIR`: fetches programs that papers and people measure with, builds them with foretrace's compilers, and records
// them with foretrace's recorders into DIR/js and DIR/native. Says what cannot be had and why; exit status 1 if that is all of it.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { debianSources, writeInputs } from './debian.ts';
import { npmSources } from './npm.ts';
import type { RecordedProgram, Source, Tools } from './program.ts';
import { sctbenchSources } from './sctbench.ts';
import { withoutPaths } from './without-paths.ts';

const USAGE = `usage: npm run record-programs -- DIR [--sctbench CHECKOUT] [--only NAME] [--kept] [--work FOLDER]

  DIR          where the traces go, in the folders js and native
  --sctbench   a checkout of github.com/mc-imperial/sctbench, for the programs that no registry has
  --only       a program, or all of a package; repeatable
  --kept       only those that are small enough to be kept in this repository, in traces/recorded
  --work       where sources are fetched and built, and kept; without it a folder that is removed at the end
`;

/** Seconds for one build or run. */
const PATIENCE = 1800;
/** Runs that end as a program should not. */
const ATTEMPTS = 20;
/** What a command said last, in a message. */
const TAIL = 600;

const sources: readonly Source[] = [...npmSources, ...debianSources, ...sctbenchSources];
const root = process.cwd();
const foretrace = join(root, 'dist/cli/main.js');

interface Options {
  readonly folder: string;
  readonly work: string | undefined;
  readonly sctbench: string | undefined;
  isWanted(source: Source, program: RecordedProgram): boolean;
}

function parsed(): Options | undefined {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      sctbench: { type: 'string' },
      only: { type: 'string', multiple: true },
      kept: { type: 'boolean' },
      work: { type: 'string' },
    },
  });
  const [folder] = positionals;
  if (folder === undefined || positionals.length > 1) return undefined;
  const { only, kept, work, sctbench } = values;
  return {
    folder: resolve(folder),
    work: work && resolve(work),
    sctbench: sctbench && resolve(sctbench),
    isWanted: (source, program) =>
      (only === undefined || [source.id, program.name, program.name.replace(/^.*\//, '')].some((name) => only.includes(name))) &&
      (!kept || program.kept),
  };
}

/** Throws with what it said last if it fails. */
function shell(command: string, cwd: string, env: Readonly<Record<string, string>> = {}): void {
  const compiler = (name: string) => `${process.execPath} ${foretrace} ${name}`;
  const { status, stdout, stderr } = spawnSync('sh', ['-c', command], {
    cwd,
    env: { ...process.env, CC: compiler('cc'), CXX: compiler('c++'), root, ...env },
    encoding: 'utf8',
    timeout: PATIENCE * 1000,
    maxBuffer: 1 << 28,
  });
  if (status !== 0) throw new Error(`${command}: ${`${stdout}${stderr}`.trim().slice(-TAIL)}`);
}

interface Recorded {
  readonly trace: string;
  readonly status: number | null;
  readonly stderr: string;
}

function recorded({ name, run, all, noise }: RecordedProgram, cwd: string, { folder }: Options, inputs: string): Recorded {
  const trace = join(folder, `${name}.ftrace`);
  mkdirSync(dirname(trace), { recursive: true });
  rmSync(trace, { force: true });
  const words = [
    'record',
    ...(all ? ['--shared-only', 'off'] : []),
    ...(noise ? ['--noise'] : []),
    '-o',
    trace,
    '--',
    'sh',
    '-c',
    run,
  ];
  const { status, stderr } = spawnSync(process.execPath, [foretrace, ...words], {
    cwd,
    env: { ...process.env, INPUTS: inputs },
    stdio: ['ignore', 'ignore', 'pipe'],
    encoding: 'utf8',
    timeout: PATIENCE * 1000,
    maxBuffer: 1 << 28,
  });
  return { trace, status, stderr: stderr.trim() };
}

/** Again where it ended otherwise than it should. What the recorder says of it. */
async function record(program: RecordedProgram, folder: string, options: Options, inputs: string): Promise<string> {
  let last: Recorded | undefined;
  for (let i = 0; i < ATTEMPTS; i++) {
    last = recorded(program, folder, options, inputs);
    const { trace, status, stderr } = last;
    const isFine = program.mustFail ? status !== 0 : status === 0 || program.fails !== undefined;
    if (!existsSync(trace) || !isFine) continue;
    await withoutPaths(trace, program.run);
    const said = /recorded \d+ events of \d+ threads?/.exec(stderr)?.[0] ?? 'recorded';
    return `${said}, ${statSync(trace).size} bytes${status === 0 ? '' : `, ended with ${status}: ${program.fails}`}`;
  }
  if (last !== undefined) rmSync(last.trace, { force: true });
  throw new Error(
    `${ATTEMPTS} runs ended otherwise than they should, the last with ${last?.status}: ${last?.stderr.slice(-TAIL)}`,
  );
}

async function recordAll(options: Options, work: string): Promise<number> {
  const tools: Tools = { work, root, sctbench: options.sctbench, shell };
  const inputs = join(work, 'inputs');
  mkdirSync(inputs, { recursive: true });
  writeInputs(inputs);
  let done = 0;
  for (const source of sources) {
    const programs = source.programs.filter((program) => options.isWanted(source, program));
    if (programs.length === 0) continue;
    const failed = (names: readonly RecordedProgram[], error: unknown) =>
      console.log(`${names.map(({ name }) => name).join(', ')}: not to be had (${source.from}): ${(error as Error).message}`);
    try {
      const folder = await source.prepare(tools);
      for (const program of programs) {
        try {
          console.log(`${program.name}: ${await record(program, folder, options, inputs)} (${source.from})`);
          done++;
        } catch (error) {
          failed([program], error);
        }
      }
    } catch (error) {
      failed(programs, error);
    }
  }
  return done;
}

const options = parsed();
if (options === undefined || !existsSync(foretrace)) {
  process.stderr.write(options === undefined ? USAGE : 'record-programs: run npm run build first\n');
  process.exit(2);
}
const work = options.work ?? mkdtempSync(join(tmpdir(), 'foretrace-programs-'));
try {
  process.exitCode = (await recordAll(options, work)) > 0 ? 0 : 1;
} finally {
  if (options.work === undefined) rmSync(work, { recursive: true, force: true });
}
