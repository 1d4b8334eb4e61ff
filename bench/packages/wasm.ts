// Packages of WebAssembly with threads, and one without.

import { code, heads, instruction, join, mutex, rwlock, semaphore, spinLock, threadNumber, threads } from './idioms.ts';
import type { PackageProgram } from './package.ts';
import { vips } from './vips.ts';

const PARSER = 'parser.wasm32-wasi.wasm';
const TRANSFORM = 'transform.wasm32-wasi.wasm';
const MINIFY = 'minify.wasm32-wasi.wasm';
const RESOLVER = 'resolver.wasm32-wasi.wasm';
const ROLLDOWN = 'rolldown-binding.wasm32-wasi.wasm';
const ARGON2 = 'argon2.wasm32-wasi.wasm';
const BCRYPT = 'bcrypt.wasm32-wasi.wasm';
const LZMA = 'lzma.wasm32-wasi.wasm';
const SHARP = 'sharp-wasm32-0.35.5.node.wasm';
const VIPS = 'vips.wasm';
const Z3 = 'z3-built.wasm';
const STOCKFISH = 'stockfish-19-lite.wasm';

export const wasmPackages: readonly PackageProgram[] = [
  {
    name: '@oxc-parser/binding-wasm32-wasi',
    version: '0.154.0',
    program: ['oxc-parser.cjs'],
    covers: 'four files parsed in threads',
    judged: [
      threadNumber('@emnapi/core/dist/emnapi-core.js:772', code(PARSER, [0xf81a6, 0xf83e3])),
      mutex(code(PARSER, [0x11aef4, 0x11b00c], [0x107f5d, 0x1080e7])),
    ],
  },
  {
    name: '@oxc-transform/binding-wasm32-wasi',
    version: '0.151.0',
    program: ['oxc-transform.cjs'],
    covers: 'three files of TypeScript, in threads',
    judged: [
      threadNumber('@emnapi/core/dist/emnapi-core.js:758', code(TRANSFORM, [0x246183, 0x2463c0])),
      mutex(code(TRANSFORM, [0x2967cf, 0x2968e7], [0x26b85e, 0x26b9e8])),
      spinLock(
        instruction(TRANSFORM, 0x6d0ad, 0x14bf6d, 0x188d4b),
        code(TRANSFORM, [0x6cfbd, 0x6e709], [0x14bf34, 0x14c618], [0x188ceb, 0x1891cb]),
      ),
    ],
  },
  {
    name: '@oxc-minify/binding-wasm32-wasi',
    version: '0.150.0',
    program: ['oxc-minify.cjs'],
    covers: 'three files, in threads',
    judged: [
      threadNumber('@emnapi/core/dist/emnapi-core.js:758', code(MINIFY, [0x1f7831, 0x1f7a6e])),
      mutex(code(MINIFY, [0x23c38f, 0x23c4a7], [0x218188, 0x218312])),
      spinLock(instruction(MINIFY, 0x128ec6, 0x76428), code(MINIFY, [0x128e8d, 0x129571], [0x76338, 0x77a84])),
    ],
  },
  {
    name: '@oxc-resolver/binding-wasm32-wasi',
    version: '11.24.2',
    program: ['oxc-resolver.cjs'],
    covers: 'three paths looked up in threads, one after the other',
    judged: [threadNumber('@emnapi/core/dist/emnapi-core.cjs.js:1843', code(RESOLVER, [0xbbd91, 0xbbfce]))],
  },
  {
    name: '@rolldown/binding-wasm32-wasi',
    version: '1.2.19',
    program: ['rolldown.cjs'],
    covers: 'three files transformed and minified in threads',
    judged: [
      threadNumber('@emnapi/core/dist/emnapi-core.js:799', code(ROLLDOWN, [0x5bcdcb, 0x5bd00d])),
      mutex(
        code(
          ROLLDOWN,
          [0x750834, 0x75094c],
          [0x670bbf, 0x670d4c],
          [0x9e09fa, 0x9e0a2b],
          [0x339136, 0x3395e6],
          [0x9ed256, 0x9ed279],
        ),
      ),
    ],
  },
  {
    name: '@tailwindcss/oxide-wasm32-wasi',
    version: '4.3.3',
    program: ['tailwind-oxide.cjs'],
    covers: 'four files searched for names of classes, by a pool of threads',
    judged: [],
  },
  {
    name: '@node-rs/argon2-wasm32-wasi',
    version: '2.2.1',
    program: ['argon2.cjs'],
    covers: 'three passwords hashed and four verified, in threads',
    judged: [
      threadNumber('@emnapi/core/dist/emnapi-core.js:766', code(ARGON2, [0x1c923, 0x1cb60])),
      mutex(code(ARGON2, [0x22716, 0x2282e], [0x1f154, 0x1f2de], [0x2a4a2, 0x2a4d3], [0x14c69, 0x15117], [0x2a754, 0x2a777])),
      spinLock(
        instruction(ARGON2, 0x2f8a, 0xda7c, 0x1ab53),
        code(ARGON2, [0x2ea1, 0x45e8], [0xda43, 0xe126], [0x1aab2, 0x1accd]),
      ),
    ],
  },
  {
    name: '@node-rs/bcrypt-wasm32-wasi',
    version: '1.10.7',
    // With later versions of @emnapi/core its threads cannot be started.
    before: '2025-06-01',
    program: ['bcrypt.cjs'],
    covers: 'two passwords hashed and three verified, in threads',
    judged: [
      spinLock(
        instruction(BCRYPT, 0x36b1, 0xeab7, 0x125b7),
        code(BCRYPT, [0x35c8, 0x4d21], [0xea7e, 0xf186], [0x12557, 0x12a43]),
      ),
      heads(code(BCRYPT, [0x21e48, 0x21eac]), code(BCRYPT, [0x35c8, 0x4d21], [0xea7e, 0xf186])),
    ],
  },
  {
    name: '@napi-rs/lzma-wasm32-wasi',
    version: '1.5.1',
    program: ['napi-lzma.cjs'],
    covers: 'three texts packed and unpacked, in threads',
    judged: [
      threadNumber('@emnapi/core/dist/emnapi-core.cjs.js:1843', code(LZMA, [0x548e3, 0x54b20])),
      heads(instruction(LZMA, 0x3d229), code(LZMA, [0x169a6, 0x180f2], [0x301db, 0x308bf])),
      spinLock(
        instruction(LZMA, 0x16a96, 0x30214, 0x3cdde),
        code(LZMA, [0x169a6, 0x180f2], [0x301db, 0x308bf], [0x3cd7e, 0x3d25b]),
      ),
    ],
  },
  {
    name: '@img/sharp-wasm32',
    version: '0.35.5',
    beside: ['sharp@0.35.5'],
    install: ['--cpu=wasm32'],
    program: ['sharp.cjs'],
    covers: 'three pictures made smaller, by a pool of threads',
    judged: [
      mutex(
        code(
          SHARP,
          [0x1b035, 0x1b255],
          [0x3e46e, 0x3e47a],
          [0xa3226, 0xa3233],
          [0x111cff, 0x111e8f],
          [0x11269c, 0x1126a7],
          [0x17fb3e, 0x17fe63],
        ),
      ),
      rwlock(code(SHARP, [0x8ab9f, 0x8ac12], [0x111b8f, 0x111c52], [0x17f8db, 0x17f949])),
      semaphore(code(SHARP, [0x4af281, 0x4af6b5]), code(SHARP, [0x3e46e, 0x3e47a], [0x5487dc, 0x548c4b], [0x4af281, 0x4af6b5])),
      threads(
        code(
          SHARP,
          [0x3e46e, 0x3e47a],
          [0x71f15, 0x71f8e],
          [0x111ebc, 0x111ef7],
          [0x17fb32, 0x17fb3e],
          [0x111ef7, 0x111f58],
          [0x17f9d7, 0x17fb02],
          [0x553c72, 0x553c7c],
        ),
      ),
      heads(instruction(SHARP, 0x21537, 0x1e468), code(SHARP, [0x9580, 0x9bdd], [0xce72, 0xe381])),
      ...vips({ pool: code(SHARP, [0x502302, 0x50254d], [0x10d3a2, 0x10d738], [0x4f7f11, 0x4f80b4]) }),
    ],
  },
  {
    name: 'wasm-vips',
    version: '0.0.19',
    program: ['wasm-vips.cjs'],
    covers: 'a picture inverted by two threads',
    judged: [
      mutex(code(VIPS, [0xf1d0, 0xf2c9], [0xfb30, 0xfc55], [0x2d8f7, 0x2d903], [0x4dbbb, 0x4dbc8], [0x437b0, 0x43941])),
      rwlock(code(VIPS, [0x3ae1d, 0x3ae92], [0x6727d, 0x6733f], [0x8f660, 0x8f683])),
      ...vips({
        pool: code(VIPS, [0x86e3a, 0x871cf], [0x2ca0eb, 0x2ca337], [0x2c1294, 0x2c1295]),
        processed: instruction(VIPS, 0x2c1af5, 0x2c13aa),
        region: instruction(VIPS, 0x212af),
      }),
      {
        kind: 'benign',
        places: [code(VIPS, [0x48d00, 0x48e2e], [0x2b716d, 0x2b71b3]), code(VIPS, [0x48d00, 0x48e2e], [0x3fb3c, 0x3fc26])],
        why: 'The bits of a closure of GLib: one is read plainly while another thread counts references, by an atomic, in other bits of the same word',
      },
    ],
  },
  {
    name: 'z3-solver',
    version: '5.2.0',
    program: ['z3.cjs'],
    covers: 'two equations, in a thread that the package starts',
    judged: [
      {
        kind: 'race',
        places: [[code(Z3, [0xbc945, 0xbc9da]), 'z3-solver/build/high-level'], code(Z3, [0xefc64, 0xefe5b])],
        why: '`check(Z3.solver_check_assumptions(…))` (`high-level.js:1514`) asks for the error code when the promise is made, not when it is kept: while the thread works, which clears the code, and both turn the log off and on, plainly in this build without atomics. An error of the solver is not seen',
      },
      mutex(code(Z3, [0x1b57313, 0x1b5746e], [0x1b5762b, 0x1b5774a])),
      {
        kind: 'race',
        places: [code(Z3, [0xbc200, 0xbc360]), code(Z3, [0, 0x7fff_ffff])],
        why: 'An expression that is collected is given back (`Z3.dec_ref`, in a `FinalizationRegistry`, `high-level.js:1421`) in the main thread, also while another thread solves in the same context, which counts references plainly. When that is, the collector decides',
      },
    ],
  },
  {
    name: 'stockfish',
    version: '19.0.0',
    program: ['stockfish.cjs', '1'],
    covers: 'a move, by two threads over one table (1 node)',
    judged: [
      mutex(code(STOCKFISH, [0x427c, 0x455c])),
      join(code(STOCKFISH, [0x239df, 0x23ae6]), code(STOCKFISH, [0x61904, 0x61a48])),
      {
        kind: 'benign',
        places: [instruction(STOCKFISH, 0x4a6c1), instruction(STOCKFISH, 0x5e4fb)],
        why: 'A byte says that the engine has begun, in a thread of its own; the program asks for it again and again (`_isReady`), with timers between: who sees it late asks once more',
      },
    ],
  },
  {
    name: 'onnxruntime-web',
    version: '1.30.0',
    program: ['onnxruntime-web.mjs'],
    covers: 'a product of two matrices, by two threads',
    judged: [mutex(code('ort-wasm-simd-threaded.wasm', [0x44174, 0x44278], [0x45a38, 0x45b58]))],
  },
  {
    name: '@sqlite.org/sqlite-wasm',
    version: '3.54.1-build1',
    program: ['sqlite-wasm.mjs'],
    covers: 'a table in memory; the module has no threads, and its memory is not shared',
    judged: [],
  },
];
