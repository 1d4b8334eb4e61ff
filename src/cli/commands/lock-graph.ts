// `foretrace lock-graph`: in which orders the locks of a trace are taken, as a picture.

import { readTrace } from '../../formats/read.ts';
import { LockGraph } from '../../teaching/lock-graph.ts';
import { command } from '../command.ts';
import { Exit } from '../exit.ts';
import { inputFormat, reading, type Source, traceArgument } from '../reading.ts';

export const lockGraphCommand = command({
  description:
    'Prints the lock graph of a trace in the language of Graphviz: an arrow from each lock that a thread held to the lock that it took meanwhile. Arrows that are part of a cycle are red.',
  arguments: [traceArgument],
  options: { inputFormat },
  examples: [
    { line: 'foretrace lock-graph trace.std', says: 'the graph as text' },
    { line: 'foretrace lock-graph trace.std | dot -Tsvg > locks.svg', says: 'as a picture, by Graphviz' },
  ],
  async run({ args: [path], options }, session) {
    const draw = async (source: Source) => {
      const graph = new LockGraph();
      const { symbols, notes } = await readTrace(source.input, source, (block) => graph.block(block));
      return { notes, text: graph.dot(symbols) };
    };
    session.print((await reading(path!, options.inputFormat, session, draw, { once: true })).text);
    return Exit.ok;
  },
});
