// The one list of packages: docs/races-found.md and the long test follow from it.

import { javascriptPackages } from './javascript.ts';
import type { NotRun, PackageProgram } from './package.ts';
import { wasmPackages } from './wasm.ts';

export const packages: readonly PackageProgram[] = [...javascriptPackages, ...wasmPackages];

export const notRun: readonly NotRun[] = [
  {
    name: '@ffmpeg/core-mt',
    version: '0.12.10',
    why: 'Does not run in Node.js: it is built for a worker of the browser alone (`ENVIRONMENT_IS_WORKER=true`, `ENVIRONMENT_IS_NODE=false`), fails without `self.location`, and reads its module by `XMLHttpRequest`',
  },
  {
    name: 'coincident',
    version: '4.1.1',
    why: 'Its two sides are a page and a worker of it; what runs in Node.js is a server that talks to them over a web socket, without shared memory',
  },
  {
    name: 'shared-memory-datastructures',
    version: '0.1.9',
    why: 'Its map has neither locks nor atomics: it says of itself that it is to be filled before it is shared',
  },
];
