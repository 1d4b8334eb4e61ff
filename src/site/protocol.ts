// What a page of the site and its worker say to each other. The page asks; whoever changes his mind ends the worker.

import type { Place } from '../base/error.ts';
import type { Played } from './playground/model.ts';

export type Question = { readonly kind: 'open'; readonly file: File } | { readonly kind: 'play'; readonly text: string };

/** An error that is the reader's to mend, as data. */
export interface Trouble {
  readonly code: string;
  readonly place: Place;
  readonly what: string;
  readonly hint: string;
}

export type Answer =
  /** How much of what is done now is done, from 0 to 1. */
  | { readonly kind: 'progress'; readonly doing: string; readonly done: number }
  /** The data of the viewer (report/html/page-data.ts). */
  | { readonly kind: 'opened'; readonly text: string }
  | { readonly kind: 'played'; readonly played: Played }
  | { readonly kind: 'trouble'; readonly trouble: Trouble };
