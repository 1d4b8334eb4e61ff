// Names for people, from the folder of one recorded JVM: places as file:line of the source where it is found, else as the class file has it; fields as Class.field.

import type { Block, CodeFrame, Naming } from '../../raw/naming.ts';
import { type CodePlace, NO_PLACE } from '../../trace/code-place.ts';
import { type CodeLine, left, type MemoryLine } from './left.ts';
import { functionOf, SharedLines, simple } from './shared-lines.ts';
import { SourceFolders } from './source-folders.ts';

export function javaNaming(folder: string, root: string = process.cwd()): Naming {
  const { places, memory, threads } = left(folder);
  const sources = new SourceFolders(root);
  const lines = new SharedLines(places.values());
  /** Objects of a class so far: by name and the number of their block. */
  const numbers = new Map<string, Map<number, number>>();

  const fileOf = ({ type, file, origin }: CodeLine): string => sources.find(packageOf(type), file, origin);

  const numbered = (name: string, block: Block): string => {
    const blocks = numbers.get(name) ?? new Map<number, number>();
    numbers.set(name, blocks);
    const number = blocks.get(block.number) ?? blocks.size + 1;
    blocks.set(block.number, number);
    return number === 1 ? name : `${name}#${number}`;
  };

  const object = (block: Block): { line: MemoryLine; name: string } | undefined => {
    const line = memory.get(block.site);
    if (line === undefined) return undefined;
    const type = simple(line.type);
    if (line.kind === 'statics') return { line, name: type };
    if (line.kind === 'class') return { line, name: `${type}.class` };
    return { line, name: numbered(line.kind === 'array' ? `${type}[]` : type, block) };
  };

  return {
    samplesCallers: true,
    location: (site) => {
      const place = places.get(site);
      return place === undefined ? 'unknown' : lines.name(place, `${fileOf(place)}:${place.line}`);
    },
    frames: (site): readonly CodeFrame[] => {
      const place = places.get(site);
      if (place === undefined) return [];
      const { origin, line } = place;
      return [
        {
          function: functionOf(place),
          file: fileOf(place),
          line,
          column: 0,
          inlined: false,
          ...(origin === '' ? {} : { library: origin }),
        },
      ];
    },
    place: (site): CodePlace | undefined => {
      const place = places.get(site);
      if (place === undefined) return undefined;
      const { text, statement } = sources.statement(fileOf(place), place.line);
      const library = place.origin === '' ? {} : { library: place.origin };
      return { ...NO_PLACE, function: functionOf(place), text, statement, ...library };
    },
    variable: (address, _bytes, block) => {
      const found = block && object(block);
      if (block === undefined || found === undefined) return `0x${address.toString(16)}`;
      const { line, name } = found;
      const offset = address - block.address;
      if (line.kind === 'array') return name.replace(/\[\](?=#|$)/, `[${Math.floor(offset / 2 ** line.shift)}]`);
      const field = line.fields[offset >> 3];
      return field === undefined ? name : `${name}.${field}`;
    },
    lock: (address, block) => (block && object(block)?.name) ?? `0x${address.toString(16)}`,
    // Virtual threads have no name unless they are given one.
    thread: (number) => threads.get(number) || (number === 0 ? 'main' : `thread-${number}`),
  };
}

/** With folders for packages; empty for a class without one. */
function packageOf(type: string): string {
  const end = type.lastIndexOf('.');
  return end < 0 ? '' : `${type.slice(0, end).replaceAll('.', '/')}/`;
}
