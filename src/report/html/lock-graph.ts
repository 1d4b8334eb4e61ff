// The orders of locks that contradict each other, of all deadlocks of a trace together, as a picture and as a list.

import type { DeadlockFinding, Finding } from '../../findings/finding.ts';
import type { AnalysisResult } from '../../findings/result.ts';
import { type DrawnGraph, type DrawnOrder, drawnGraph, isAgainst } from '../lock-graph/orders.ts';
import { lockGraphPicture } from '../lock-graph/picture.ts';
import { amount, where } from '../words.ts';
import { clipped, escaped } from './escape.ts';

/** Orders that are listed beside the picture. */
const LISTED = 100;

export function lockGraphs({ traces, findings, detectors }: AnalysisResult): string {
  const parts = traces.map(({ file }, trace) => {
    const asked = detectors.find(({ id, trace: of }) => id === 'lock-order' && of === trace);
    if (asked === undefined) return '';
    const graph = drawnGraph(ordersOf(findings.filter((finding) => finding.trace === trace)));
    if (graph.orders.length === 0) return '';
    const { nodes = 0, nodesInCycles = nodes } = asked.counters;
    return section(graph, nodes - nodesInCycles, traces.length > 1 ? file : undefined);
  });
  return parts.join('');
}

function ordersOf(findings: readonly Finding[]): DrawnOrder[] {
  const orders = new Map<string, { held: string; wanted: string; who: Set<string> }>();
  for (const finding of findings)
    if (finding.type === 'deadlock' && finding.kind === 'lock-cycle')
      for (const { held, wanted, by } of steps(finding)) {
        const key = `${held}\n${wanted}`;
        const order = orders.get(key);
        if (order === undefined) orders.set(key, { held, wanted, who: new Set([by]) });
        else order.who.add(by);
      }
  return [...orders.values()].map(({ held, wanted, who }) => {
    const [first, ...others] = who;
    return { held, wanted, by: others.length === 0 ? first! : `${first}, and ${amount(others.length, 'other')}` };
  });
}

/** Each step holds what the one before it wants. */
function steps({ cycle }: DeadlockFinding): DrawnOrder[] {
  return cycle.map((step, i) => {
    const held = cycle[(i + cycle.length - 1) % cycle.length]!;
    return { held: held.target ?? '', wanted: step.target ?? '', by: `${step.thread}, ${where(step)}` };
  });
}

function section(graph: DrawnGraph, elsewhere: number, file: string | undefined): string {
  const { locks, orders, ordersLeftOut, locksLeftOut } = graph;
  const items = orders.slice(0, LISTED).map((order) => {
    const name = (lock: string) => `<span class="mono">${clipped(lock, 60)}</span>`;
    const against = isAgainst(order, locks) ? ' <span class="claim observed">against the rest</span>' : '';
    return `<li>${name(order.held)} → ${name(order.wanted)} <span class="weak">${escaped(order.by)}</span>${against}</li>\n`;
  });
  const left = [
    elsewhere === 0
      ? ''
      : `${amount(elsewhere, 'more nested acquire')}, told apart by thread, locks and place, ${elsewhere === 1 ? 'is' : 'are'} part of no cycle.`,
    locksLeftOut + ordersLeftOut === 0
      ? ''
      : `${amount(locksLeftOut, 'lock')} and ${amount(ordersLeftOut, 'order')} are left out of the picture.`,
    orders.length > LISTED ? `The first ${LISTED} orders of ${orders.length} are listed.` : '',
  ].filter((words) => words !== '');
  return `<section id="lock-graph"><h2>Lock graph${file === undefined ? '' : ` of ${escaped(file)}`}</h2>
<figure><div class="scroll" tabindex="0" role="region" aria-label="lock graph">${lockGraphPicture(graph)}</div>
<figcaption>An arrow leads from a lock that is held to one that is taken meanwhile; the locks stand so that most arrows go down, on the right, and those on the left go against them.${left.length === 0 ? '' : ` ${escaped(left.join(' '))}`}</figcaption></figure>
<ol>\n${items.join('')}</ol></section>\n`;
}
