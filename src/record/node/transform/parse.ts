// The syntax tree of a file, and the names that the file itself declares anywhere.

import * as acorn from 'acorn';
import type { SourceKind } from '../core/hooks.ts';

export interface Parsed {
  readonly program: acorn.Program;
  /** A name that is not here is a global variable, which may be a getter: it must not be read twice. */
  readonly declared: ReadonlySet<string>;
}

/** Acorn tells its scopes of every binding; that saves a walk of our own. The methods are not in its types. */
interface Internals {
  declareName(name: string, ...rest: unknown[]): void;
  /** Errors after which it can go on, such as a name declared twice: those are V8's to find, and it is laxer at times. */
  raiseRecoverable(): void;
}

const WRAPPER_NAMES = ['require', 'module', 'exports', '__filename', '__dirname'];

/** Throws acorn's SyntaxError. */
export function parse(source: string, kind: SourceKind): Parsed {
  const declared = new Set<string>(kind === 'commonjs' ? WRAPPER_NAMES : []);
  const parser = acorn.Parser.extend((Base) => {
    class Collecting extends (Base as unknown as new (...args: unknown[]) => Internals) {
      override declareName(name: string, ...rest: unknown[]): void {
        declared.add(name);
        super.declareName(name, ...rest);
      }
      override raiseRecoverable(): void {}
    }
    return Collecting as unknown as typeof Base;
  });
  const program = parser.parse(source, {
    ecmaVersion: 'latest',
    sourceType: kind,
    preserveParens: true,
    allowHashBang: true,
    // Text for a direct eval may use what its surroundings have.
    allowSuperOutsideMethod: kind === 'script',
    checkPrivateFields: kind !== 'script',
  });
  return { program, declared };
}
