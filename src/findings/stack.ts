// From a location to the frames of its call stack, innermost first.

import { IN_PACKAGES } from '../trace/code-place.ts';
import { Link } from '../trace/contexts.ts';
import { NO_LOCATION } from '../trace/id.ts';
import { codePlace, isForeign, type Symbols } from '../trace/symbols.ts';
import { dependencyOf, libraryOf } from './library.ts';
import { functionOf, sourcePlace } from './place.ts';

/** As the JSON contract has it, version 1. */
export interface Frame {
  /** As the trace has it; what follows is made of it where it can be. */
  readonly location: string;
  readonly function?: string;
  readonly file?: string;
  readonly line?: number;
  /** Where the statement begins in the line, from 1. */
  readonly column?: number;
  /** The line of source, as it was when the program was recorded. */
  readonly text?: string;
  /** Absent for the program's own code. */
  readonly library?: string;
  /** Not compiled by foretrace: of what this code does only calls of the C library and locks are known. */
  readonly foreign?: true;
  /** Of an installed package, which `library` names: in a folder `node_modules`. */
  readonly dependency?: true;
  /** The compiler put the function into that of the next frame. */
  readonly inlined?: true;
  /** The next frame awaits this one, and had returned before. */
  readonly awaited?: true;
  /** Set on the first frame: the callers are those of another time that the thread was here, its own were not recorded. */
  readonly seen?: true;
  /** Set on the last frame: so many callers further out are left out. */
  readonly more?: number;
}

/** Frames of a stack: recursion goes deeper than anybody reads. */
const MOST_FRAMES = 256;

/** The stacks of a trace, each made once. */
export class Stacks {
  private readonly symbols: Symbols;
  private readonly known = new Map<number, readonly Frame[]>();
  private readonly own = new Map<number, boolean>();

  constructor(symbols: Symbols) {
    this.symbols = symbols;
  }

  /** Empty if the location is not known. */
  of(location: number): readonly Frame[] {
    let stack = this.known.get(location);
    if (stack === undefined) {
      stack = this.frames(location);
      this.known.set(location, stack);
    }
    return stack;
  }

  /** Whether no frame of it is in the code of others. */
  areOwn(location: number): boolean {
    let own = this.own.get(location);
    if (own === undefined) {
      own = !this.of(location).some(({ library, foreign, dependency }) => library !== undefined || foreign || dependency);
      this.own.set(location, own);
    }
    return own;
  }

  private frames(location: number): readonly Frame[] {
    const { contexts } = this.symbols;
    const frames: Frame[] = [];
    for (let at = location; at !== NO_LOCATION; at = contexts.caller(at)) {
      const frame = this.frame(at);
      if (frames.length === MOST_FRAMES - 1 && contexts.depth(at) > 0) {
        frames.push({ ...frame, more: contexts.depth(at) });
        break;
      }
      frames.push(frame);
    }
    return frames;
  }

  private frame(at: number): Frame {
    const { locations, contexts } = this.symbols;
    const location = locations.name(at);
    const place = codePlace(this.symbols, at);
    const name = functionOf(location) ?? place?.function ?? '';
    const source = sourcePlace(location);
    const { library, dependency } = ownerOf(location, place?.library);
    const text = place?.text ?? '';
    const column = source?.column ?? (source === undefined ? undefined : place?.column);
    const link = contexts.link(at);
    return {
      location,
      ...(name !== '' && { function: name }),
      ...(source !== undefined && { file: source.path, line: source.line }),
      ...(column !== undefined && { column }),
      ...(text !== '' && { text }),
      ...(library !== undefined && { library }),
      ...(isForeign(this.symbols, at) && { foreign: true }),
      ...(dependency && { dependency }),
      ...(link === Link.inlined && { inlined: true }),
      ...(link === Link.awaited && { awaited: true }),
      ...(contexts.isSeen(at) && { seen: true }),
    };
  }
}

/** Whose code it is: by what the recorder told, then by its file. Told without a name, it is what its file says. */
function ownerOf(location: string, told: string | undefined): Pick<Frame, 'library' | 'dependency'> {
  if (told?.startsWith(IN_PACKAGES)) return { library: told.slice(IN_PACKAGES.length), dependency: true };
  const dependency = told ? undefined : dependencyOf(location);
  if (dependency !== undefined) return { library: dependency, dependency: true };
  const library = told || (libraryOf(location) ?? (told === undefined ? undefined : 'the system'));
  return library === undefined ? {} : { library };
}

/** Where a person begins to read: the innermost frame of the program's own code, or the innermost if there is none. */
export function ownFrame(stack: readonly Frame[]): Frame | undefined {
  return stack.find(({ library }) => library === undefined) ?? stack[0];
}

/**
 * Who did it: the innermost frame, but for those of the C and C++ libraries, which do what their callers ask for. Undefined if none else is known.
 */
export function actingFrame(stack: readonly Frame[]): Frame | undefined {
  return stack.find(({ library, foreign }) => library === undefined || foreign);
}
