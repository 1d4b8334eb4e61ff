// Lines of source beside a location, for reports that show them. Where they come from is not the report's business.

export interface Excerpt {
  /** The number of the first of the lines. */
  readonly first: number;
  /** The number of the line that the location names. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** The line at a location and up to `around` lines before and after it; undefined if it is not at hand. */
export type Sources = (location: string, around: number) => Excerpt | undefined;
