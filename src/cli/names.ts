// Names that a person types must be names of the trace; if not, the nearest one is suggested.

import { InputError } from '../base/error.ts';
import { nearest } from '../base/nearest.ts';
import { quote } from '../base/quote.ts';
import type { Symbols, SymbolTable } from '../trace/symbols.ts';

export interface TypedNames {
  readonly threads: readonly string[];
  readonly variables: readonly string[];
}

export function checkNames({ threads, variables }: TypedNames, symbols: Symbols): void {
  for (const name of threads) checkName('thread', name, symbols.threads);
  for (const name of variables) checkName('variable', name, symbols.variables);
}

function checkName(kind: string, name: string, table: SymbolTable): void {
  if (table.find(name) >= 0) return;
  const meant = table.size > 10_000 ? undefined : nearest(name, table.names());
  const hint = meant === undefined ? 'foretrace stats lists the names that are used most' : `did you mean ${quote(meant)}?`;
  throw new InputError('USAGE', {}, `the trace has no ${kind} ${quote(name)}`, hint);
}
