// docs/which-detector.md and its picture: questions, from the top down, and which detectors answer them. Every detector is in it once; a test looks.

import type { Detector } from '../src/detectors/detector.ts';

interface Question {
  /** Up to two lines in the picture. */
  readonly asks: readonly string[];
  readonly detectors: readonly string[];
  /** What to do with the answer, one line in the picture. */
  readonly says: string;
}

export const questions: readonly Question[] = [
  {
    asks: ['Races and deadlocks of a program,', 'and you just want to know?'],
    detectors: ['shb', 'hb-atomics', 'predict', 'deadlock', 'hang', 'atomicity'],
    says: 'the default: name none',
  },
  {
    asks: ['Only what happened in this run,', 'as fast as can be?'],
    detectors: ['fasttrack'],
    says: 'the racy variables of this run',
  },
  {
    asks: ['All accesses hold locks, and the', 'result is wrong all the same?'],
    detectors: ['check-then-act', 'atomicity-predicted'],
    says: 'the first without annotations, the second with proofs',
  },
  {
    asks: ['It could hang, and the trace is', 'too long to keep?'],
    detectors: ['deadlock-online', 'lock-order'],
    says: 'the second lists every contradiction',
  },
  {
    asks: ['Which variables have no lock', 'that always protects them?'],
    detectors: ['eraser', 'lockset', 'lockset-pairs'],
    says: 'many false alarms; for reviews',
  },
  {
    asks: ['Every racing pair of this run,', 'to count or to compare?'],
    detectors: ['hb-pairs', 'hb-frontier', 'hb-locations'],
    says: 'all pairs, or one per access',
  },
  {
    asks: ['Other schedules, but only those that', 'keep the order of the locks?'],
    detectors: ['sync-preserving'],
    says: 'nearly what predict finds, in less time',
  },
  {
    asks: ['The trace is a grammar (.slp),', 'and too long to expand?'],
    detectors: ['grammar-hb', 'grammar-lockset'],
    says: 'analysed as it is, nothing is expanded',
  },
  {
    asks: ['You compare with a paper,', 'or learn how detectors think?'],
    detectors: [
      'djit',
      'fasttrack-style',
      'hb-epochs',
      'hb-adaptive',
      'ff-race',
      'loft-race',
      'goldilocks',
      'goldilocks-lazy',
      'cp',
      'raptor',
      'wcp',
    ],
    says: 'the same question, other means',
  },
];

const WIDTH = 760;
const ROW = 64;
const MARGIN = 16;
const QUESTION = 262;
const LEFT = 330;
const COLOURS: Readonly<Record<string, string>> = { observed: '#2f6fae', predicted: '#3d8b3a', suspected: '#c23b3b' };
const INK = '#1f2733';
const FAINT = '#5b6675';
const CHARACTER = 7.3;

/** Fixed sizes and a background of its own: it looks alike on any page, light or dark. */
export function whichDetectorPicture(detectors: readonly Detector[]): string {
  const claim = new Map(detectors.map(({ id, claim: kind }) => [id, kind]));
  const rows = questions.map((question) => ({ question, lines: wrapped(question.detectors) }));
  const heights = rows.map(({ lines }) => Math.max(ROW, 34 + lines.length * 20));
  const tops = heights.map((_, i) => 56 + heights.slice(0, i).reduce((sum, height) => sum + height + 14, 0));
  const height = tops.at(-1)! + heights.at(-1)! + MARGIN;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" width="${WIDTH}" height="${height}" font-family="Helvetica, Arial, sans-serif" font-size="13">`,
    '<title>Which detector when: read from the top, and stop at the first yes</title>',
    '<!-- Written by `npm run docs` from scripts/which-detector.ts. -->',
    `<rect width="${WIDTH}" height="${height}" rx="8" fill="#fbfaf6"/>`,
    `<text x="${MARGIN}" y="32" font-size="15" font-weight="bold" fill="${INK}">Read from the top; stop at the first yes</text>`,
    ...Object.entries(COLOURS).map(
      ([kind, colour], i) =>
        `<circle cx="${LEFT + 100 + i * 105}" cy="28" r="5" fill="${colour}"/><text x="${LEFT + 110 + i * 105}" y="32" fill="${FAINT}">${kind}</text>`,
    ),
    ...rows.flatMap(({ question, lines }, i) => row(question, lines, tops[i]!, heights[i]!, claim, i < rows.length - 1)),
    '</svg>',
    '',
  ].join('\n');
}

function row(
  { asks, says }: Question,
  lines: readonly (readonly string[])[],
  top: number,
  height: number,
  claim: ReadonlyMap<string, string>,
  hasNext: boolean,
): string[] {
  const middle = top + height / 2;
  const text = (x: number, y: number, words: string, more = '') => `<text x="${x}" y="${y}" ${more}>${words}</text>`;
  return [
    `<rect x="${MARGIN}" y="${top}" width="${QUESTION}" height="${height}" rx="6" fill="#e3ecf7"/>`,
    ...asks.map((line, i) => text(MARGIN + 12, middle + 4 + (i - (asks.length - 1) / 2) * 18, line, `fill="${INK}"`)),
    `<path d="M${MARGIN + QUESTION} ${middle}H${LEFT - 8}m-7 -5 7 5-7 5" fill="none" stroke="${FAINT}" stroke-width="1.5"/>`,
    text(MARGIN + QUESTION + 12, middle - 6, 'yes', `fill="${FAINT}" font-size="12"`),
    ...(hasNext
      ? [`<path d="M${MARGIN + 40} ${top + height}v10m-4 -4 4 4 4-4" fill="none" stroke="${FAINT}" stroke-width="1.5"/>`]
      : []),
    `<rect x="${LEFT}" y="${top}" width="${WIDTH - LEFT - MARGIN}" height="${height}" rx="6" fill="#fff" stroke="#d5d9df"/>`,
    ...lines.flatMap((ids, line) => {
      let x = LEFT + 14;
      return ids.map((id) => {
        const y = top + 24 + line * 20;
        const drawn = `<circle cx="${x + 4}" cy="${y - 4}" r="4" fill="${COLOURS[claim.get(id)!]}"/>${text(x + 13, y, id, `fill="${INK}" font-family="monospace"`)}`;
        x += widthOf(id);
        return drawn;
      });
    }),
    text(LEFT + 14, top + 24 + lines.length * 20, says, `fill="${FAINT}" font-size="12"`),
  ];
}

function widthOf(id: string): number {
  return 30 + id.length * CHARACTER;
}

/** In lines that fit into a box. */
function wrapped(ids: readonly string[]): string[][] {
  const lines: string[][] = [[]];
  let width = 0;
  for (const id of ids) {
    if (width + widthOf(id) > WIDTH - LEFT - MARGIN - 20) {
      lines.push([]);
      width = 0;
    }
    lines.at(-1)!.push(id);
    width += widthOf(id);
  }
  return lines;
}

/** The picture in words, for those who do not see it. */
export function whichDetectorList(): string {
  const link = (id: string) => `[\`${id}\`](detectors/${id}.md)`;
  return questions
    .map(({ asks, detectors, says }, i) => `${i + 1}. **${asks.join(' ')}** ${detectors.map(link).join(', ')}: ${says}.\n`)
    .join('');
}
