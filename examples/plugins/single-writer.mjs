// A plug-in for foretrace: a detector for a rule of one's own, and a report in a format of one's own.
//
//   foretrace analyze --plugin examples/plugins/single-writer.mjs --format owners TRACE

import { Op } from 'foretrace';

/**
 * The rule: whoever writes a variable first owns it, and only the owner may write it. Many programs keep it without a lock: counters per
 * thread, queues with one producer. Whoever breaks it need not have a race, so the claim is `suspected`.
 *
 * @type {import('foretrace').RaceDetector}
 */
const singleWriter = {
  id: 'single-writer',
  finds: 'race',
  title: 'Single writer',
  paper: 'a rule of this project',
  claim: 'suspected',
  reports: 'the first write of each thread that does not own the variable, with the last write of the owner before it',
  cost: 'constant per event; a word per variable, and one per thread and variable that break the rule',
  operations: [Op.read, Op.write, Op.acquire, Op.release, Op.fork, Op.join],
  reentrant: false,
  options: [{ name: 'ownedAfter', default: 1, min: 1, help: 'writes that make a variable its writer’s' }],
  analysis(report, { ownedAfter = 1 } = {}) {
    /** By variable: who wrote it first, how often, and where last. */
    const owners = new Map();
    const told = new Set();
    let writes = 0;
    return {
      block({ start, length, ops, threads, targets, positions }) {
        for (let i = 0; i < length; i++) {
          if (ops[i] !== Op.write) continue;
          writes++;
          // A lowered block has fewer or more events than the trace, and says where each of them is.
          const position = positions?.[i] ?? start + i;
          const [thread, variable] = [threads[i], targets[i]];
          const owner = owners.get(variable);
          if (owner === undefined || (owner.thread !== thread && owner.writes < ownedAfter))
            owners.set(variable, { thread, writes: 1, last: position });
          else if (owner.thread === thread) {
            owner.writes++;
            owner.last = position;
          } else if (!told.has(`${variable} ${thread}`)) {
            told.add(`${variable} ${thread}`);
            report(owner.last, position);
          }
        }
      },
      end() {},
      counters: () => ({ writes, variables: owners.size }),
    };
  },
};

/**
 * One line per finding, for a spreadsheet. A report is a pure function: the same findings, the same bytes.
 *
 * @type {import('foretrace').ReportFormat}
 */
const owners = {
  id: 'owners',
  help: 'variables and the two places that write them, separated by tabs',
  forPrograms: true,
  *report({ findings }) {
    // Names are data: a tab or a line break in one would make a column or a row.
    for (const { type, variable, first, second } of findings)
      if (type === 'race')
        yield `${[variable, first?.location, second.location].map((word) => JSON.stringify(word ?? '')).join('\t')}\n`;
  },
};

export const detectors = [singleWriter];
export const reports = [owners];
