// A toy of each kind that CONTRIBUTING.md tells how to add: exactly the files and the lines in lists that it names.

export interface Toy {
  /** New files, by path. */
  readonly files: Readonly<Record<string, string>>;
  /** What is put into lists: the file, the text before which it goes, what goes there. */
  readonly entries: readonly (readonly [file: string, before: string, entry: string])[];
}

/** Finds what djit finds, but no more than `--patience` of it. */
const detector: Toy = {
  files: {
    'src/detectors/toy.ts': `// DJIT+ that loses its patience.

import type { DetectorOption, RaceDetector } from './detector.ts';
import { djit } from './djit.ts';

const patience: DetectorOption = { name: 'patience', default: 1000, help: 'races until it loses its patience' };

export const toy: RaceDetector = {
  ...djit,
  id: 'toy',
  title: 'A toy',
  reports: 'what djit reports, up to a number',
  options: [patience],
  unfinished: ({ left = 0 }) => (left > 0 ? \`toy left \${left} races; a larger --patience shows more\` : undefined),
  analysis(report, options = {}) {
    const most = options[patience.name] ?? patience.default;
    let found = 0;
    const analysis = djit.analysis((first, second) => {
      if (++found <= most) report(first, second);
    });
    return {
      block: (events) => analysis.block(events),
      end: () => analysis.end(),
      counters: () => ({ left: Math.max(0, found - most) }),
    };
  },
};
`,
    'docs/detectors/toy.md': '# A toy\n\n`--detector toy`. What [DJIT+](djit.md) finds, as long as it has patience.\n',
  },
  entries: [
    ['src/detectors/index.ts', "import { wcp } from './wcp/index.ts';", "import { toy } from './toy.ts';\n"],
    ['src/detectors/index.ts', '  wcp,\n', '  toy,\n'],
  ],
};

/** STD behind a line that says so. */
const format: Toy = {
  files: {
    'src/formats/toy.ts': `// STD behind a line of its own.

import type { Format } from './format.ts';
import { std } from './std.ts';

const HEAD = new TextEncoder().encode('toy 1\\n');

export const toy: Format = {
  ...std,
  id: 'toy',
  title: 'a toy',
  extensions: ['toy'],
  recognise: (head) => HEAD.every((byte, i) => head[i] === byte),
  reader(options) {
    const reader = std.reader(options);
    let passed = 0;
    return {
      symbols: reader.symbols,
      get metadata() {
        return reader.metadata;
      },
      push(bytes) {
        const head = Math.min(bytes.length, HEAD.length - passed);
        passed += head;
        if (head < bytes.length) reader.push(bytes.subarray(head));
      },
      end: () => reader.end(),
      place: (i) => reader.place(i),
    };
  },
  writer(options) {
    options.write(HEAD.slice());
    return std.writer(options);
  },
};
`,
  },
  entries: [
    ['src/formats/index.ts', '\n/** In the order in which', "import { toy } from './toy.ts';\n"],
    ['src/formats/index.ts', 'grammar, native', 'toy, '],
    [
      'docs/formats.md',
      '### std\n',
      '### toy\n\nA line `toy 1`, then STD:\n\n```\ntoy 1\nT0|fork(T1)|1\nT0|w(x)|2\nT1|acq(m)|3\nT1|r(x)|4\nT1|rel(m)|5\n```\n\n',
    ],
  ],
};

const report: Toy = {
  files: {
    'src/report/toy.ts': `// How many findings there are, and nothing else.

import type { AnalysisResult } from '../findings/result.ts';

export function* toy({ findings }: AnalysisResult): Generator<string> {
  yield \`toy: \${findings.length}\\n\`;
}
`,
  },
  entries: [
    ['src/report/index.ts', '\nexport const reportFormats', "import { toy } from './toy.ts';\n"],
    ['src/report/index.ts', "  { id: 'markdown'", "  { id: 'toy', help: 'a number', report: toy },\n"],
    ['docs/reports.md', '| `markdown` |', '| `toy` | how many findings there are |\n'],
  ],
};

/** For programs that write raw logs themselves where TOY_RECORD says. */
const recorder: Toy = {
  files: {
    'src/record/toy/recorder.ts': `// Programs that record themselves.

import type { Recorder } from '../recorder.ts';

export const toyRecorder: Recorder = {
  id: 'toy',
  memoryModel: 'c11',
  environment: (folder) => ({ TOY_RECORD: folder }),
  naming: async () => ({
    location: (site) => \`toy:\${site}\`,
    variable: (address) => \`toy\${address}\`,
    lock: (address) => \`lock\${address}\`,
    thread: (number) => \`toy-\${number}\`,
  }),
};
`,
  },
  entries: [
    ['src/record/recorders.ts', '\nexport const recorders', "import { toyRecorder } from './toy/recorder.ts';\n"],
    ['src/record/recorders.ts', 'nodeRecorder, ', 'toyRecorder, '],
  ],
};

export const toys = { detector, format, report, recorder } as const;
