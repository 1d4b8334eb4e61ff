// Grammars as text that people read and write. Specified in docs/formats.md.

import { USUAL_MODEL } from '../../trace/memory-model.ts';
import { operations } from '../../trace/operation.ts';
import type { Format } from '../format.ts';
import { GrammarWriter } from '../grammar/index.ts';
import { GrammarReader } from '../grammar/reader.ts';
import { contentLines } from '../sniff.ts';
import { RulesDecoder } from './decoder.ts';
import { headOf } from './syntax.ts';
import { writeRules } from './writer.ts';

export const rules: Format = {
  id: 'rules',
  title: 'a grammar that generates the trace, as text: S → A A T1:w(x)',
  extensions: ['rules'],
  operations: operations.map((operation) => operation.op),
  locations: true,
  limits: 'names that are valid UTF-8; read and written as a whole',
  recognise(head) {
    const first = contentLines(head, 1)?.[0];
    return first !== undefined && headOf(first) !== undefined;
  },
  // Who takes the blocks says their model.
  reader: (options) => new GrammarReader(options, new RulesDecoder(options.file, USUAL_MODEL)),
  writer: (options) => new GrammarWriter(options, writeRules),
};
