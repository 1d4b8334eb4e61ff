// Programs that no registry has: PARSEC 2.0, SPLASH-2 and two known bugs, from a checkout of SCTBench (github.com/mc-imperial/sctbench).

import { cpSync, existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { RecordedProgram, Source, Tools } from './program.ts';

interface Benchmark {
  readonly id: string;
  /** Below `benchmarks` of the checkout; the programs are built and run there, in a copy. */
  readonly folder: string;
  readonly build: string;
  readonly programs: readonly RecordedProgram[];
}

const FLAGS = '-O1 -g -w -pthread';
/** The macros of SPLASH-2 for POSIX threads. */
const MACROS = 'pthread.m4.stougie';

function splash(folder: string, files: string, headers: string, program: string): string {
  const macros = `${'../'.repeat(folder.split('/').length - 1)}${MACROS}`;
  const expand = (list: string, from: string, to: string) =>
    list === '' ? [] : [`for f in ${list}; do m4 -Ulen -Uindex ${macros} $f.${from} > $f.${to} || exit 1; done`];
  const sources = files.split(' ').map((file) => `${file}.c`);
  return [
    ...expand(headers, 'H', 'h'),
    ...expand(files, 'C', 'c'),
    `$CC ${FLAGS} -std=gnu89 ${sources.join(' ')} -lm -o ${program}`,
  ].join(' && ');
}

function clustered(points: number): string {
  return `./streamcluster 2 5 1 ${points} ${points} ${points / 2} none output.txt 2`;
}

const benchmarks: readonly Benchmark[] = [
  {
    id: 'stringbuffer',
    folder: 'conc-bugs/stringbuffer-jdk1.4',
    build: `$CXX ${FLAGS} -O0 main.cpp stringbuffer.cpp -o main`,
    programs: [{ name: 'stringbuffer-run', run: './main', kept: true, fails: 'its bug is an assertion' }],
  },
  {
    id: 'aget',
    folder: 'conc-bugs/aget-bug2/aget-devel',
    build: `make -s CC="$CC" CFLAGS="${FLAGS}"`,
    programs: [
      { name: 'aget-sct-bug2', run: './aget -l dl.txt http://localhost/gpl.txt', kept: true, fails: 'its bug is an assertion' },
    ],
  },
  {
    id: 'blackscholes',
    folder: 'parsec-2.0/pkgs/apps/blackscholes/src',
    build: [
      'm4 c.m4.pthreads blackscholes.c > blackscholes.m4.cpp',
      `$CXX ${FLAGS} -DENABLE_THREADS -DNCO=4 blackscholes.m4.cpp -o blackscholes`,
      'cc -w inputgen.c -o inputgen && ./inputgen 500 in_500.txt',
    ].join(' && '),
    programs: [{ name: 'parsec-blackscholes-t2-500opt', run: './blackscholes 2 in_500.txt prices.txt', kept: true, all: true }],
  },
  {
    id: 'swaptions',
    folder: 'parsec-2.0/pkgs/apps/swaptions/src',
    build: `$CXX ${FLAGS} -DENABLE_THREADS -fpermissive *.cpp nr_routines.c -o swaptions`,
    programs: [{ name: 'parsec-swaptions-t2-ns8-sm20', run: './swaptions -ns 8 -sm 20 -nt 2', kept: false, all: true }],
  },
  {
    id: 'streamcluster',
    folder: 'parsec-2.0/pkgs/kernels/streamcluster/src',
    build: `$CXX ${FLAGS} -DENABLE_THREADS streamcluster.cpp parsec_barrier.cpp -o streamcluster`,
    programs: [
      { name: 'parsec-streamcluster-t2-100pt', run: clustered(100), kept: false },
      {
        name: 'parsec-streamcluster-t2-DEADLOCK',
        run: clustered(100),
        kept: true,
        fails: 'its barrier is broken, and it hangs now and then',
        mustFail: true,
      },
    ],
  },
  {
    id: 'fluidanimate',
    folder: 'parsec-2.0/pkgs/apps/fluidanimate',
    build: `tar xf inputs/input_simdev.tar && $CXX ${FLAGS} -D_GNU_SOURCE src/pthreads.cpp src/parsec_barrier.cpp -o fluidanimate`,
    programs: [{ name: 'parsec-fluidanimate-t2-4frames-15K-BIG', run: './fluidanimate 2 4 in_15K.fluid', kept: false }],
  },
  {
    id: 'barnes',
    folder: 'splash2/apps/barnes',
    build: splash('splash2/apps/barnes', 'code code_io load grav getparam util', 'stdinc vectmath defs code', 'BARNES'),
    programs: [
      {
        name: 'splash2-barnes-p2-256',
        run: "printf '\\n256\\n123\\n\\n0.025\\n0.05\\n1.0\\n2.0\\n5.0\\n0.075\\n0.25\\n2\\n' | ./BARNES",
        kept: true,
      },
    ],
  },
  {
    id: 'lu',
    folder: 'splash2/kernels/lu/non_contiguous_blocks',
    build: splash('splash2/kernels/lu/non_contiguous_blocks', 'lu', '', 'LU'),
    programs: [
      {
        name: 'splash2-lu-p2-n64-b8',
        run: './LU -p2 -n64 -b8',
        kept: true,
        fails: 'it looks whether its threads have ended before they must have',
      },
    ],
  },
  {
    id: 'radix',
    folder: 'splash2/kernels/radix',
    // Its calls of the allocator have no semicolon.
    build: `sed -i 's/\\(G_MALLOC(.*)\\)$/\\1;/' radix.C && ${splash('splash2/kernels/radix', 'radix', '', 'RADIX')}`,
    programs: [{ name: 'splash2-radix-p2-n262144', run: './RADIX -p2 -n262144', kept: false }],
  },
];

export const sctbenchSources: readonly Source[] = benchmarks.map(({ id, folder, build, programs }) => ({
  id,
  from: `SCTBench: ${folder}`,
  programs: programs.map((program) => ({ ...program, name: `native/${program.name}` })),
  prepare: (tools) => built(folder, build, tools),
}));

function built(folder: string, build: string, { work, sctbench, shell }: Tools): string {
  if (sctbench === undefined) throw new Error('no registry has it; --sctbench names a checkout of SCTBench');
  const from = join(sctbench, 'benchmarks', folder);
  if (!existsSync(from)) throw new Error(`the checkout of SCTBench has no benchmarks/${folder}`);
  const own = join(work, folder);
  mkdirSync(dirname(own), { recursive: true });
  cpSync(from, own, { recursive: true });
  if (folder.startsWith('splash2/')) cpSync(join(sctbench, 'benchmarks/splash2', MACROS), join(work, 'splash2', MACROS));
  shell(build, own);
  return own;
}
