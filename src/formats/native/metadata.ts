// The pairs of text in metadata sections: facts about the recording. A later value replaces an earlier one of the same key.

import { Cursor } from '../../base/varint.ts';
import type { SectionHeader } from './frame.ts';
import { MAX_METADATA } from './layout.ts';
import { readText } from './text.ts';

export class MetadataDecoder {
  readonly pairs = new Map<string, string>();
  private size = 0;

  /** Adds the pairs of a section, whose payload stands at bytes[start…]; returns what is wrong with it, if anything. */
  decode({ length, count }: SectionHeader, bytes: Uint8Array, start: number): string | undefined {
    this.size += length;
    if (this.size > MAX_METADATA) return `the metadata is longer than ${MAX_METADATA} bytes`;
    const cursor = new Cursor(bytes, start, start + length);
    for (let i = 0; i < count; i++) {
      const key = readText(cursor);
      const value = readText(cursor);
      if (key === undefined || value === undefined) return 'the metadata does not fit into its section';
      this.pairs.set(key, value);
    }
    return cursor.at === cursor.end ? undefined : 'the section of metadata is longer than its pairs';
  }
}
