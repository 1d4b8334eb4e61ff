// Where a page has its data from: from itself, or from the server that it came from. The site makes a third one of what a reader drops.

import { carriedTrace, type Opened, openedPage, viewTrace } from './opened.ts';
import type { ViewTrace } from './view-trace.ts';

export interface PageSource {
  open(): Promise<Opened>;
  /** The events of one of its parts; undefined if there are none. */
  trace(opened: Opened, part: number): Promise<ViewTrace | undefined>;
}

/** Of a page that carries its data; the text is that of its element. */
export function carriedSource(text: string): PageSource {
  return {
    open: async () => openedPage(text),
    trace: ({ data }, trace) => carriedTrace(data, trace),
  };
}

/** What stands in the place of the data of a page that is served. */
export const SERVED = 'served';

/** Of a page that `foretrace view` serves: `data` and `trace/N`, beside the page. */
export function servedSource(ask: (path: string) => Promise<Uint8Array | undefined>): PageSource {
  return {
    async open() {
      const bytes = await ask('data');
      return openedPage(new TextDecoder().decode(bytes ?? new Uint8Array()));
    },
    async trace({ data }, trace) {
      // A report that is served carries what it has.
      if (data.parts[trace]) return carriedTrace(data, trace);
      const bytes = await ask(`trace/${trace}`);
      return bytes === undefined ? undefined : viewTrace(bytes, undefined, data.traces[trace]?.events ?? 0);
    },
  };
}
