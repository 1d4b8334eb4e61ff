// `foretrace lock-graph`: in which orders the locks of a trace are taken, as a picture.

import { readTrace } from '../../formats/read.ts';
import { lockGraphSvg } from '../../report/lock-graph/svg.ts';
import { LockGraph } from '../../teaching/lock-graph.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, type Source, traceArgument } from '../reading.ts';

export const lockGraphCommand = command({
  description:
    'Prints the lock graph of a trace, in the language of Graphviz or as a picture: an arrow from each lock that a thread held to the lock that it took meanwhile. Arrows that are part of a cycle are red.',
  arguments: [traceArgument],
  options: {
    inputFormat,
    format: {
      kind: 'text',
      short: 'f',
      value: 'format',
      choices: ['dot', 'svg'],
      default: 'dot',
      help: 'the language of Graphviz, or a picture: the locks below each other, orders on the right, those that go against them on the left',
    },
  },
  examples: [
    { line: 'foretrace lock-graph trace.std', says: 'the graph as text' },
    { line: 'foretrace lock-graph --format svg trace.std > locks.svg', says: 'as a picture' },
    { line: 'foretrace lock-graph trace.std | dot -Tsvg > locks.svg', says: 'as a picture, by Graphviz' },
  ],
  async run({ args: [path], options }, session) {
    const draw = async (source: Source) => {
      const graph = new LockGraph();
      const { symbols, notes } = await readTrace(source.input, source, (block) => graph.block(block));
      if (options.format === 'dot') return { notes, text: graph.dot(symbols) };
      const { text, leftOut } = lockGraphSvg(graph.orders(symbols));
      return { notes: leftOut === undefined ? notes : [...notes, leftOut], text };
    };
    session.print((await reading(path!, options.inputFormat, session, draw, { once: true })).text);
    return Exit.ok;
  },
});
