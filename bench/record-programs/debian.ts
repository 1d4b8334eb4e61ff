// C and C++ programs of Debian's source packages, and of the libraries that do their work.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { debianSource } from './debian-sources.ts';
import type { RecordedProgram, Source, Tools } from './program.ts';

interface DebianProgram {
  readonly name: string;
  readonly run: string;
  /** Bytes of the file `$INPUT`. */
  readonly input?: number;
}

interface DebianSource {
  readonly source: string;
  /** Other source packages; `$zlib` is the folder of that one. */
  readonly needs?: readonly string[];
  readonly build: string;
  readonly programs: readonly DebianProgram[];
}

const FLAGS = '-O1 -g -w -pthread';
const ZLIB = 'adler32 crc32 deflate infback inffast inflate inftrees trees zutil'.split(' ');
const BZIP2 = 'blocksort huffman crctable randtable compress decompress bzlib'.split(' ');

function objects(folder: string, files: readonly string[]): string {
  return files.map((file) => `${folder}/${file}.o`).join(' ');
}

function library(folder: string, files: readonly string[]): string {
  return `(cd ${folder} && $CC ${FLAGS} -DHAVE_UNISTD_H -D_FILE_OFFSET_BITS=64 -c ${files.map((file) => `${file}.c`).join(' ')})`;
}

const sources: readonly DebianSource[] = [
  {
    source: 'pigz',
    needs: ['zlib'],
    build: `${library('$zlib', ZLIB)} && make -s CC="$CC -I$zlib" CFLAGS="${FLAGS}" LIBS="-lm ${objects('$zlib', ZLIB)}" pigz`,
    programs: [{ name: 'pigz-zlib-p2-b32-1m', run: './pigz -p 2 -b 32 -c -n $INPUT', input: 1_000_000 }],
  },
  {
    source: 'pbzip2',
    needs: ['bzip2'],
    build: `${library('$bzip2', BZIP2)} && make -s CXX="$CXX -I$bzip2" CXXFLAGS="${FLAGS} -DUSE_STACKSIZE_CUSTOMIZATION" LDLIBS="${objects('$bzip2', BZIP2)}" pbzip2`,
    programs: [
      { name: 'pbzip2-p2-b1-120k', run: './pbzip2 -p2 -b1 -k -c $INPUT', input: 120_000 },
      { name: 'pbzip2-p2-b1-1500k-BIG', run: './pbzip2 -p2 -b1 -k -c $INPUT', input: 1_500_000 },
    ],
  },
  {
    source: 'lbzip2',
    // Its parts of gnulib know an older C library.
    build: `./configure -q CC="$CC" CFLAGS="${FLAGS} -D_IO_ftrylockfile -D_IO_ERR_SEEN=32 -D_IO_IN_BACKUP=256 -D_IO_CURRENTLY_PUTTING=2048" && make -s`,
    programs: [{ name: 'lbzip2-n2-1-200k', run: 'src/lbzip2 -n 2 -1 -k -c $INPUT', input: 200_000 }],
  },
  {
    source: 'xz-utils',
    build: `./configure -q --disable-shared --disable-nls --disable-doc --disable-scripts --disable-lzmadec --disable-lzmainfo --disable-lzma-links --enable-sandbox=no CC="$CC" CFLAGS="${FLAGS}" && make -s`,
    programs: [{ name: 'xz-T2-300k', run: 'src/xz/xz -0 -T2 --block-size=100000 -k -c $INPUT', input: 300_000 }],
  },
  {
    source: 'libzstd',
    build: `make -s -C programs zstd CC="$CC" CFLAGS="${FLAGS}" HAVE_ZLIB=0 HAVE_LZMA=0 HAVE_LZ4=0 BACKTRACE=0`,
    programs: [{ name: 'zstd-T2-text400k', run: 'programs/zstd -1 -q -T2 -B512KB -c $INPUT', input: 400_000 }],
  },
  {
    source: 'leveldb',
    build: [
      // Its benchmark needs of a test library nothing but that it is there.
      "sed -i -e '/gmock/d' -e '/gtest/d' -e '/^MATCHER/,/^}/d' util/testutil.h",
      'sources=$(ls db/*.cc table/*.cc util/*.cc helpers/memenv/memenv.cc | grep -v -e _test.cc -e leveldbutil -e windows -e testutil)',
      `$CXX -std=c++17 ${FLAGS} -DLEVELDB_PLATFORM_POSIX=1 -I. -Iinclude $sources benchmarks/db_bench.cc util/testutil.cc -o db_bench`,
    ].join(' && '),
    programs: [
      {
        name: 'leveldb-3thr-600',
        run: 'rm -rf database && ./db_bench --db=database --threads=3 --num=200 --benchmarks=fillrandom,readrandom,overwrite',
      },
    ],
  },
];

export const debianSources: readonly Source[] = sources.map(({ source, needs = [], build, programs }) => ({
  id: source,
  from: `Debian: ${[source, ...needs].join(', ')}`,
  programs: programs.map(recorded),
  prepare: (tools) => built(source, needs, build, tools),
}));

function recorded({ name, run, input }: DebianProgram): RecordedProgram {
  return { name: `native/${name}`, run: input === undefined ? run : run.replace('$INPUT', `"$INPUTS/${input}"`), kept: false };
}

function built(source: string, needs: readonly string[], build: string, { work, shell }: Tools): string {
  const folder = debianSource(source, work);
  shell(build, folder, Object.fromEntries(needs.map((name) => [name, debianSource(name, work)])));
  return folder;
}

/** Text of some sense, half of which comes again: a file of each size that the programs want, in a folder. */
export function writeInputs(folder: string): void {
  const lines = Array.from({ length: 60_000 }, (_, i) => `${i} ${(i * 2654435761) % 4093} of the ${i % 97} lines\n`).join('');
  const sizes = sources.flatMap(({ programs }) => programs.flatMap(({ input }) => input ?? []));
  for (const size of new Set(sizes)) writeFileSync(join(folder, String(size)), lines.slice(0, size));
}
