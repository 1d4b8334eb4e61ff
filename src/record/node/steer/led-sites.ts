// The words for the places of the program in this run. A thread hears of the texts that it loads; functions that were sent to it as text have numbers
// that others have told of.

import { type SiteLine, toldSites } from '../left.ts';
import { SiteWords } from '../site-words.ts';

export class LedSites {
  private readonly folder: string;
  private readonly words: SiteWords;
  /** How often what others told was read. */
  private readings = 0;

  constructor(folder: string, cwd: string) {
    this.folder = folder;
    this.words = new SiteWords(cwd);
  }

  readonly hear = (line: SiteLine): void => this.words.add(line);

  /** Undefined if nobody has told of it, or not yet. */
  word(site: number): string | undefined {
    if (site <= 0) return undefined;
    return this.words.word(site) ?? this.wordOfOthers(site);
  }

  private wordOfOthers(site: number): string | undefined {
    if (this.readings >= MOST_READINGS) return undefined;
    this.readings++;
    for (const line of toldSites(this.folder)) this.words.add(line);
    return this.words.word(site);
  }
}

const MOST_READINGS = 1000;
