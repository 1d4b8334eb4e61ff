// Many short chains of numbers in one array. 0 is the empty chain.

import { grown } from '../../base/grown.ts';

/** A link of a chain, which stands for the chain from there on. */
export type Link = number;

export class Chains {
  private words = new Uint32Array(2 * 64);
  private used = 1;
  private free: Link = 0;

  value(link: Link): number {
    return this.words[2 * link]!;
  }

  next(link: Link): Link {
    return this.words[2 * link + 1]!;
  }

  add(value: number, next: Link): Link {
    let link = this.free;
    if (link !== 0) this.free = this.next(link);
    else {
      link = this.used++;
      if (2 * link === this.words.length) this.words = grown(this.words, 4 * link);
    }
    this.words[2 * link] = value;
    this.words[2 * link + 1] = next;
    return link;
  }

  /** Puts a link behind the last one of a chain. */
  append(last: Link, link: Link): void {
    this.words[2 * last + 1] = link;
  }

  release(chain: Link): void {
    for (let link = chain; link !== 0; ) {
      const next = this.next(link);
      this.words[2 * link + 1] = this.free;
      this.free = link;
      link = next;
    }
  }
}
