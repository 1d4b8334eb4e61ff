// The rooms of src, from the ground up: the one table of them. The check of the imports holds it, the picture of docs/architecture.md
// is drawn from it, and the table of CONTRIBUTING.md is printed from it.
//
// `may`: the rooms that it may import; itself and `base` everybody may. `node`: what of it may import `node:`; all else must run in a
// browser. `gist`: a few words for the picture. `what`: a line for those who look for something.

export const rooms = {
  base: {
    may: [],
    node: [
      'base/cache-folder.ts',
      'base/kept-code.ts',
      'base/private-folder.ts',
      'base/process-mark.ts',
      'base/regular-file.ts',
      'base/version.ts',
    ],
    gist: 'no domain: growing arrays, quoting, globs, checksums, errors',
    what: 'what knows nothing of traces: growing arrays, quoting, globs, checksums, errors, tables for people',
  },
  trace: {
    may: [],
    gist: 'what a trace is: operations, events in columns, names, well-formedness, lowering',
    what: 'what a trace is: operations, blocks of events in columns, symbol tables, well-formedness, lowering, statistics, random traces',
  },
  symbols: {
    may: [],
    node: ['symbols/'],
    gist: 'address → name',
    what: 'names for addresses and positions: ELF, DWARF, demangling, source maps',
  },
  clocks: {
    may: ['trace'],
    gist: 'happens-before',
    what: 'vector clocks, epochs, lock sets, and the happens-before order that detectors share',
  },
  // A grammar knows neither files nor detectors: both are made of it.
  grammar: {
    may: ['trace'],
    gist: 'compressed traces',
    what: 'traces as grammars: making them, reading them, and the analyses that run on them without expanding',
  },
  witness: {
    may: ['trace'],
    gist: 'proofs, checked',
    what: 'what a schedule is, the independent checker, and explanations of a schedule',
  },
  // What detectors found comes as an `Outcome`: findings run no search.
  findings: {
    may: ['trace'],
    gist: 'races → findings',
    what: 'what a race is for a person: look-up, grouping, fingerprint, suppression, baseline, the slice around it',
  },
  formats: {
    may: ['trace', 'grammar'],
    node: ['formats/file/'],
    gist: 'bytes ↔ events',
    what: 'one file or folder per format, and the one list of them; `file/` is where files and streams are met',
  },
  detectors: {
    may: ['trace', 'clocks', 'grammar', 'witness'],
    gist: 'events → races',
    what: 'one file or folder per detector, and the one list of them',
  },
  parallel: {
    may: ['trace', 'detectors'],
    gist: 'detectors on all cores',
    what: 'detectors in worker threads, each beside the others: the one place that knows of threads of our own',
  },
  // Neither the trace nor the program that it was made from: what a gate needs to lead the next run.
  steer: {
    may: ['trace', 'clocks'],
    gist: 'witness → plan, schedules to explore',
    what: 'steering: plans that lead a program to a finding, what its gate says of it, and what may be concluded; schedules to explore',
  },
  reduce: {
    may: ['trace', 'clocks'],
    gist: 'shorter traces',
    what: 'lock-trace reduction: a shorter trace with the same happens-before',
  },
  // Reports are functions of data: they run no detector.
  report: {
    may: ['trace', 'grammar', 'findings'],
    gist: 'findings → text',
    what: 'one file per report format, and the one list of them: pure functions from findings to text',
  },
  teaching: {
    may: ['trace', 'clocks', 'grammar', 'detectors'],
    gist: 'detectors, shown',
    what: 'how detectors think, step by step, for `show` and `track`: for people, not for speed',
  },
  raw: {
    may: ['trace', 'formats', 'clocks'],
    node: ['raw/'],
    gist: 'logs → trace',
    what: 'the raw log of a recorded process, how a trace is assembled from it, and the screen that makes most traces unnecessary',
  },
  record: {
    may: ['trace', 'raw', 'symbols', 'steer'],
    node: ['record/'],
    gist: 'program → logs',
    what: 'the recorders, one folder per runtime: `c` with its runtime in C, `node` with WebAssembly',
  },
  // A file directly in src is a room of its own.
  'analyze.ts': {
    may: ['trace', 'formats', 'grammar', 'detectors', 'parallel', 'findings'],
    gist: 'the main job',
    what: 'the main job from end to end: read, detect, look up, merge',
  },
  'split.ts': {
    may: ['trace', 'formats', 'grammar', 'detectors', 'analyze.ts'],
    gist: 'a trace in chunks',
    what: 'one trace on many cores: cut into chunks, each summed up by itself, the sums put together',
  },
  'share.ts': {
    may: ['formats', 'detectors', 'analyze.ts'],
    gist: 'pairs in shares',
    what: 'the search of `predict` in one trace on many machines: shares of its pairs, and the analysis that puts them together',
  },
  'page-trace.ts': {
    may: ['trace', 'formats', 'findings', 'report'],
    gist: 'events for the page',
    what: 'the events of a trace that the viewer carries',
  },
  // The page is bundled into a module of report (scripts/page.mjs): nothing of the library imports its components.
  viewer: {
    may: ['trace', 'findings', 'witness', 'formats', 'detectors', 'report', 'page-trace.ts', 'analyze.ts'],
    gist: 'the page',
    what: 'the page: `model/` between the library and it, `page/` its shell and panels, `timeline/` the run as a picture',
  },
  // Bundled by scripts/site; nothing of the library imports it, and it is not in the package.
  site: {
    may: [
      'trace',
      'formats',
      'grammar',
      'detectors',
      'findings',
      'report',
      'teaching',
      'analyze.ts',
      'page-trace.ts',
      'explain.ts',
      'viewer',
    ],
    gist: 'the web site',
    what: 'the pages of the web site that compute: dropped files, the playground with its `model.ts`, the search',
  },
  live: {
    may: ['trace', 'formats', 'findings', 'raw', 'analyze.ts'],
    node: ['live/'],
    gist: 'a run, watched',
    what: 'a process that is watched while it runs, for as long as it runs: windows of the run, and what is judged in them',
  },
  'explain.ts': {
    may: ['trace', 'detectors', 'witness', 'findings'],
    gist: 'one finding',
    what: 'everything that is known of one finding, as data',
  },
  'index.ts': {
    may: ['analyze.ts', 'split.ts', 'share.ts', 'trace', 'formats', 'detectors', 'reduce', 'witness', 'findings', 'report'],
    gist: 'the library',
    what: 'the public library: what runs anywhere, also in a browser',
  },
  'node.ts': {
    may: ['formats'],
    node: ['node.ts'],
    gist: 'the library’s files',
    what: 'the library’s Node end: files and streams',
  },
  cli: {
    may: 'all',
    node: ['cli/'],
    gist: 'arguments, streams, progress, exit status',
    what: 'arguments, streams, progress, exit status; no analysis',
  },
};

/** Paths under src that may import `node:`. Nothing else may import these. */
export const nodeEnds = Object.values(rooms).flatMap(({ node = [] }) => node);
