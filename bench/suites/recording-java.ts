// What recording a Java program costs: kernels that compute with arrays, with objects that live for a moment or for long, with locks; and the start of a JVM.

import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { type Logged, logged } from '../logged-accesses.ts';
import { type Load, RUN_COST_NOTES, type RunCost, RunCosts } from '../run-cost.ts';
import type { Context, Suite, Table } from '../suite.ts';

/** Sizes without --full and with it. */
const LOADS = {
  Hello: [0, 0],
  Relax: [40, 200],
  Matrix: [600, 1_000],
  Cipher: [500_000, 2_000_000],
  Rays: [2_000, 5_000],
  Particles: [150, 400],
  Table: [300_000, 2_000_000],
  Producer: [100_000, 400_000],
} as const;

function compiled(context: Context, folder: string): void {
  const sources = join(context.root, 'bench/recording-java');
  const { status, stderr } = spawnSync('javac', ['-g', '-d', folder, ...readdirSync(sources)], {
    cwd: sources,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the programs could not be compiled: ${stderr ?? 'there is no javac'}`);
}

async function costs(context: Context, folder: string): Promise<Table> {
  const agent = join(context.root, 'dist/record/java/foretrace-java.jar');
  if (!existsSync(agent)) throw new Error('the recorder of Java is missing: run `npm run build` first, with a JDK and Maven');
  const measured = new RunCosts(context, folder);
  const rows: Table['rows'][number][] = [];
  const table: Table = {
    title: 'A whole run of a Java program, in processor seconds',
    columns: [
      ...['load', 'plain', 'record', 'record / plain', 'without start', 'assemble', 'analyse', 'run', 'peak MB', 'of'],
      ...['log MB', 'accesses in it', 'bytes each', 'result'],
    ],
    rows,
    notes: [
      ...RUN_COST_NOTES,
      '`Hello` is the start of a JVM, which is part of all others; without start are the times that the rest takes.',
      'Accesses are those that the log has; bytes each count all that it has beside them.',
    ],
  };
  let start: RunCost['seconds'] | undefined;
  for (const [name, sizes] of Object.entries(LOADS)) {
    let log: Logged = { bytes: 0, accesses: 0 };
    const load: Load = {
      ...loadOf(name, sizes[context.quick ? 0 : 1], folder, agent),
      look: (recording) => {
        log = logged(recording);
      },
    };
    const { seconds, megabytes, largest, result } = await measured.of(load);
    const { plain, record, assemble, analyse, run } = seconds;
    const times = start && (record - start.record) / (plain - start.plain);
    start ??= seconds;
    const each = log.accesses === 0 ? null : log.bytes / log.accesses;
    rows.push([
      ...[load.name, plain, record, record / plain, times ?? null, assemble, analyse, run, megabytes, largest],
      ...[log.bytes / 1e6, log.accesses, each, result],
    ]);
    context.keep(table);
  }
  return table;
}

function loadOf(name: string, size: number, classes: string, agent: string): Load {
  const plain = ['java', '-cp', classes, name, `${size}`];
  return {
    name: `${name} ${size}`,
    plain,
    recording: ['env', `JAVA_TOOL_OPTIONS=-javaagent:${agent}`, ...plain],
    run: plain,
    beside: {},
  };
}

export const recordingJava: Suite = {
  id: 'recording-java',
  says: 'what recording a Java program costs',
  async run(context) {
    const folder = mkdtempSync(join(context.scratch, 'java-'));
    try {
      compiled(context, folder);
      return [await costs(context, folder)];
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  },
};
