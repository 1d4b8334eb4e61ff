// Names of what is on stacks: `main: counter`, the variable of the function that had the memory when another thread touched it. Several functions may
// have had it, one after the other: `first: sum or second: total`. What no variable is known for is told by its function, `frame of main[16..20)`,
// and what no function is known for by the thread, `stack of T1[8120..8124)`.

import type { Block, StackFrame } from '../../raw/naming.ts';
import { functionName, type Symbolizer } from '../../symbols/elf/symbolizer.ts';
import { partIn } from './block-names.ts';
import type { NotedStacks } from './noted-stacks.ts';
import { threadName } from './thread-name.ts';

/** More cannot be read. */
const MOST_NAMES = 3;
/** The frame pointer is what x86-64 pushes right below where a function returns to, where there is one; only there logs tell of frames. */
const FRAME_POINTER = 16;

export class StackNames {
  private readonly symbols: Symbolizer;
  private readonly noted: NotedStacks;

  /** `noted` is for logs that do not tell of frames. */
  constructor(symbols: Symbolizer, noted: NotedStacks) {
    this.symbols = symbols;
    this.noted = noted;
  }

  name(address: number, bytes: number, block: Block): string {
    const { owners } = block;
    const name = owners === undefined ? this.ofMaker(address, bytes, block.thread) : this.ofOwners(address, bytes, owners);
    return name ?? `stack of ${threadName(block.thread)}${partIn(address - block.address, bytes)}`;
  }

  private ofOwners(address: number, bytes: number, owners: readonly (StackFrame | undefined)[]): string | undefined {
    const names = new Set(owners.map((frame) => frame && this.inFrame(frame, address, bytes)));
    return names.has(undefined) || names.size > MOST_NAMES ? undefined : [...names].sort().join(' or ');
  }

  private inFrame(frame: StackFrame, address: number, bytes: number): string | undefined {
    const name = this.symbols.stackVariable({ ...frame, frame: frame.top - FRAME_POINTER }, address, bytes);
    if (name !== undefined) return name;
    const around = this.symbols.frames(frame.home).at(-1);
    const named = around && functionName(around);
    return named && `frame of ${named}${partIn(address - frame.stack, bytes)}`;
  }

  /** The variable of a function that made a thread, unless two such functions were there at different times. */
  private ofMaker(address: number, bytes: number, thread: number): string | undefined {
    const names = new Set<string | undefined>();
    for (const frame of this.noted.get(thread) ?? [])
      if (frame.stack <= address && address < frame.top)
        names.add(this.symbols.stackVariable({ ...frame, home: frame.site }, address, bytes));
    return names.size === 1 ? [...names][0] : undefined;
  }
}
