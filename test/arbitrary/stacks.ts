// Traces with call stacks: the events of a random trace, each under callers of its own.

import fc from 'fast-check';
import { BlockBuilder } from '../../src/trace/builder.ts';
import { CallTree } from '../../src/trace/call-tree.ts';
import { Link, SEEN } from '../../src/trace/contexts.ts';
import type { Op } from '../../src/trace/operation.ts';
import { operation } from '../../src/trace/operation.ts';
import { addSite, newSymbols, type Symbols, table } from '../../src/trace/symbols.ts';
import { events, type Trace, TraceCollector } from '../../src/trace/trace.ts';
import { nastyName } from './nasty.ts';
import { soupArbitrary } from './soup.ts';

const call = fc.record({ place: nastyName(/^$/), link: fc.constantFrom(...Object.values(Link)) });

export function stackedArbitrary(): fc.Arbitrary<Trace> {
  return fc.tuple(soupArbitrary, fc.array(fc.array(call, { maxLength: 6 }), { minLength: 1, maxLength: 8 })).map(stacked);
}

/** `stacks` from the outside in; the i-th event has the i-th of them above its own place. */
function stacked([trace, stacks]: readonly [Trace, readonly (readonly { place: string; link: Link }[])[]]): Trace {
  const symbols = newSymbols();
  const calls = new CallTree(symbols);
  const collector = new TraceCollector(symbols);
  const builder = new BlockBuilder(symbols, (block) => collector.block(block));
  for (const { position, op, thread, target, location } of events(trace)) {
    const kind = operation(op).target;
    let caller = 0;
    for (const { place, link } of stacks[position % stacks.length]!)
      caller = calls.under(caller, symbols.locations.internName(place), link);
    const name = trace.symbols.locations.name(location);
    const own = name === '' ? 0 : symbols.locations.internName(name);
    const x = table(symbols, kind).internName(table(trace.symbols, kind).name(target));
    const way = position % 5 === 0 ? SEEN : Link.called;
    builder.add(op as Op, symbols.threads.internName(trace.symbols.threads.name(thread)), x, calls.under(caller, own, way));
    if (kind === 'variable' && position % 3 === 0) symbols.allocations.set(x, caller, -1);
    if (kind === 'variable' && position % 4 === 0)
      symbols.extents.set(x, {
        address: 2 ** 47 + x,
        bytes: 4,
        ...(x % 2 === 0 && { block: { bytes: 2 ** 33 + x, offset: x } }),
      });
    const place = calls.under(caller, own, way);
    if (own !== 0 && own % 3 === 0) for (const site of [name, `${name}+0x1`]) addSite(symbols, place, site);
    if (own !== 0 && own % 4 === 0) symbols.foreign.add(own);
    if (own !== 0 && position % 2 === 0)
      symbols.places.set(own, {
        function: name,
        line: 1,
        text: '',
        statement: '',
        library: name,
        ...(own % 3 > 0 && { column: own }),
      });
  }
  builder.flush();
  return collector.trace();
}

/** The frames of a location from the inside out, each with how it was called. */
export function frames({ locations, contexts }: Symbols, location: number): string[] {
  const found: string[] = [];
  for (let at = location; at !== 0; at = contexts.caller(at)) found.push(`${contexts.way(at)} ${locations.name(at)}`);
  return found;
}
