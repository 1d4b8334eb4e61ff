// What a finding is known again by in the next run, after an edit, or when it was compiled otherwise: its two places without line
// numbers, and its variable without what differs from run to run. Not the operations: the loop that reads and writes a counter is
// the same mistake whichever of its accesses a schedule brings first.

import { grown } from '../base/grown.ts';
import type { CodePlace } from '../trace/code-place.ts';
import { codePlace, type Symbols } from '../trace/symbols.ts';
import { fingerprint, type PairFingerprints, pairFingerprints } from './fingerprint.ts';
import { TYPE } from './objects.ts';
import { pathOf, withoutFunction } from './place.ts';
import { toldLocation } from './told.ts';

export class Identities {
  private readonly symbols: Symbols;
  private readonly places: Keys;
  private readonly variables: Keys;
  private readonly locks: Keys;
  /** `file:line` as names of variables have it → what that place is known by. */
  private lines: ReadonlyMap<string, string> | undefined;

  constructor(symbols: Symbols) {
    this.symbols = symbols;
    this.places = new Keys((location) => {
      const told = toldLocation(symbols, location);
      return placeKey(symbols.locations.name(told), codePlace(symbols, told));
    });
    const keyOfLine = (line: string): string | undefined => this.lineKeys().get(line);
    this.variables = new Keys((variable) => variableKey(symbols.variables.name(variable), keyOfLine));
    this.locks = new Keys((lock) => variableKey(symbols.locks.name(lock), keyOfLine));
  }

  /** What a location is known by, whoever called it. */
  place(location: number): string {
    return this.places.key(location);
  }

  /** A number for that. */
  placeNumber(location: number): number {
    return this.places.number(location);
  }

  /** What a variable is known by: the same for all objects that one place in the code made. */
  variable(variable: number): string {
    return this.variables.key(variable);
  }

  /** The same of a lock. */
  lock(lock: number): string {
    return this.locks.key(lock);
  }

  /** A number for what a variable is known by. */
  variableNumber(variable: number): number {
    return this.variables.number(variable);
  }

  /** For a variable and the location of an access. */
  fingerprint(variable: number, location: number): string {
    return fingerprint(this.variable(variable), [this.place(location)]);
  }

  /** For a variable and the locations of two accesses, in any order. */
  pairFingerprints(variable: number, one: number, other: number): PairFingerprints {
    return pairFingerprints(this.variable(variable), this.place(one), this.place(other));
  }

  private lineKeys(): ReadonlyMap<string, string> {
    this.lines ??= new Map(
      [...this.symbols.places.keys()].map((location) => [
        withoutFunction(this.symbols.locations.name(location)),
        this.place(location),
      ]),
    );
    return this.lines;
  }
}

/** From ids to keys, each made once, and numbers for equal keys: a million races are told apart by numbers. */
class Keys {
  private readonly make: (id: number) => string;
  /** By id, the number + 1. */
  private numbers = new Uint32Array(1024);
  private readonly known = new Map<string, number>();
  private readonly keys: string[] = [];

  constructor(make: (id: number) => string) {
    this.make = make;
  }

  number(id: number): number {
    if (id >= this.numbers.length) this.numbers = grown(this.numbers, Math.max(id + 1, 2 * this.numbers.length));
    if (this.numbers[id] === 0) this.numbers[id] = this.numberOf(this.make(id)) + 1;
    return this.numbers[id]! - 1;
  }

  private numberOf(key: string): number {
    let number = this.known.get(key);
    if (number === undefined) {
      number = this.keys.push(key) - 1;
      this.known.set(key, number);
    }
    return number;
  }

  key(id: number): string {
    return this.keys[this.number(id)]!;
  }
}

/**
 * The function and the statement; without its text, the line counted from the beginning of the function; else the location as it is.
 *
 * @internal
 */
export function placeKey(location: string, place: CodePlace | undefined): string {
  if (place === undefined) return location;
  const { function: name, line, statement } = place;
  // Where the function is not known, the file tells equal statements apart.
  if (statement !== '') return `${name === '' ? baseName(pathOf(location)) : name}: ${statement}`;
  return name !== '' && line >= 0 ? `${name}+${line}` : location;
}

/** `queue.c:41 malloc(64)`: the place that allocated, how, and how much. */
const ALLOCATED = /^(.+) (\w+)\(\d+\)$/;

/** `struct item.flags (queue.c:41)`: the line that allocated; `errors of T2`: whose it is. */
const PLACE = / \((?:[^()]*:\d+|new)\)$/;
const THREAD = / of (?:main|T\d+)$/;

/** What a name has that is not its own key. Most have nothing of it: to look once takes a tenth of looking for each. */
const VARYING = /[ #.@[]|0x/;

/**
 * The name without addresses, bytes, types of elements, sizes, indices, numbers of instances and threads.
 *
 * @internal
 */
export function variableKey(name: string, keyOfLine: (line: string) => string | undefined): string {
  if (!VARYING.test(name)) return keyOfLine(name) ?? name;
  if (/^stack of /.test(name)) return 'stack';
  const object = name
    .replace(/ \(\d+\)$/, '')
    .replace(PLACE, '')
    .replace(TYPE, '')
    .replace(THREAD, '')
    .replace(/\[\d[\d.]*[\])]/g, '[]')
    .replace(/(?:\[[^\]()]*[\])])+$/, '')
    .replace(/#\d+(?=[.[])/, '')
    .replace(/[#.]\d+$/, '');
  const allocated = ALLOCATED.exec(object);
  if (allocated !== null) return `${keyOfLine(allocated[1]!) ?? allocated[1]!} ${allocated[2]!}`;
  return keyOfLine(object) ?? object.replace(/\+?0x[0-9a-f]+/g, '').replace(/@[0-9a-f]+/g, '');
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}
