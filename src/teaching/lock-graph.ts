// The lock graph of a trace as a picture, in the language of Graphviz: an arrow from a lock that is held to one that is waited for meanwhile.
// Arrows that are part of a cycle are red, those that only readers draw are dashed.

import { components, graphOf } from '../base/components.ts';
import { display } from '../base/quote.ts';
import { LockNodes } from '../detectors/deadlock/lock-nodes.ts';
import { type LockOrder, lockOrders } from '../detectors/lock-order/lock-orders.ts';
import { memoryOption } from '../detectors/memory-option.ts';
import type { EventBlock } from '../trace/block.ts';
import type { Symbols } from '../trace/symbols.ts';

/** Takes a trace block by block, as detectors do. */
export class LockGraph {
  private readonly nodes = new LockNodes(memoryOption.default, false);

  block(block: EventBlock): void {
    this.nodes.block(block);
  }

  /** The picture as text; the names are those of the trace. */
  dot(symbols: Pick<Symbols, 'locks' | 'threads' | 'locations'>): string {
    const { nodes } = this;
    const { orders } = lockOrders(nodes);
    const component = components(
      graphOf(
        nodes.locks,
        orders.map(({ held }) => held),
        orders.map(({ wanted }) => wanted),
      ),
    );
    const lines = orders.map((order) => {
      const isInCycle = component[order.held] === component[order.wanted];
      const isOfReaders = order.isHeldShared && order.isWantedShared;
      const style = `${isInCycle ? ', color=red' : ''}${isOfReaders ? ', style=dashed' : ''}`;
      const [held, wanted] = [order.held, order.wanted].map((lock) => quoted(symbols.locks.name(lock)));
      return `  ${held} -> ${wanted} [label=${quoted(this.label(order, symbols))}${style}];`;
    });
    return ['digraph locks {', '  node [shape=box];', ...lines, '}', ''].join('\n');
  }

  /** The orders, each of two locks once, whether readers wait or not. */
  orders(symbols: Pick<Symbols, 'locks' | 'threads' | 'locations'>): { held: string; wanted: string; by: string }[] {
    const orders = new Map(lockOrders(this.nodes).orders.map((order) => [`${order.held} ${order.wanted}`, order]));
    return [...orders.values()].map((order) => ({
      held: symbols.locks.name(order.held),
      wanted: symbols.locks.name(order.wanted),
      by: this.label(order, symbols),
    }));
  }

  /** Who draws it, and where. */
  private label({ nodes: who }: LockOrder, { threads, locations }: Pick<Symbols, 'threads' | 'locations'>): string {
    const { nodes } = this;
    const place = nodes.location(who[0]!) === 0 ? '' : ` at ${locations.name(nodes.location(who[0]!))}`;
    return `${threads.name(nodes.thread(who[0]!))}${place}${who.length > 1 ? ' and others' : ''}`;
  }
}

/** As a string of DOT: there, a backslash escapes. It is read on a terminal as often as by Graphviz. */
function quoted(text: string): string {
  return `"${display(text).replaceAll('\\', '\\\\').replaceAll('"', '\\"')}"`;
}
