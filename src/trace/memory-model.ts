// What an atomic store does to the stores of the same variable before it, which is where memory models differ for happens-before.
// In Java a volatile read comes after all volatile writes before it; in C11 and ECMAScript after the one that it reads. A trace
// says its model in its metadata, and every block of it has it.

import { InputError } from '../base/error.ts';
import { quote } from '../base/quote.ts';
import { UNTIMED } from './preservation.ts';

export const memoryModels = ['java', 'c11', 'ecmascript'] as const;
export type MemoryModel = (typeof memoryModels)[number];

/** Metadata: the model of the trace. */
const MEMORY_MODEL = 'memory-model';

/** That of a trace that does not say: the formats without the word, and all that the papers measure, are recordings of Java programs. */
export const USUAL_MODEL: MemoryModel = 'java';

/** True if a volatile write adds to what the variable hands over, false if it takes the place of what was written before. */
export function accumulates(model: MemoryModel): boolean {
  return model === 'java';
}

/** By what a trace says of itself. Recorders of C and JavaScript did not always say it; in both a store replaces. */
export function memoryModelOf(metadata: ReadonlyMap<string, string>): MemoryModel {
  const word = metadata.get(MEMORY_MODEL);
  if (word === undefined) return metadata.has(UNTIMED) ? 'c11' : USUAL_MODEL;
  const model = memoryModels.find((known) => known === word);
  if (model !== undefined) return model;
  throw new InputError(
    'TRACE_MEMORY_MODEL',
    {},
    `the trace is of the memory model ${quote(word)}, which foretrace does not know`,
    `say what its volatile writes do: --memory-model ${memoryModels.join('|')}`,
  );
}

/** The same facts with the model among them. */
export function withMemoryModel(metadata: ReadonlyMap<string, string>, model: MemoryModel): Map<string, string> {
  return new Map(metadata).set(MEMORY_MODEL, model);
}

/** The same facts without the usual model, where a trace with these facts has it if it does not say so. */
export function withoutUsualModel(metadata: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  if (metadata.get(MEMORY_MODEL) !== USUAL_MODEL) return metadata;
  const rest = new Map(metadata);
  rest.delete(MEMORY_MODEL);
  return memoryModelOf(rest) === USUAL_MODEL ? rest : metadata;
}
