// The state of one rewriting: the edits, the sites, and the temporary variables of the function that is being walked.

import type { AnyNode, ChainExpression } from 'acorn';
import { HOOK_PREFIX, Hook, SITE_TOKEN } from '../core/hooks.ts';
import { Edits } from './edits.ts';

/** A function body, or a place where `var` is not to be had (parameters, class fields, scripts: there it would become a global). */
export interface Frame {
  readonly locals: boolean;
  /** Temporary variables in use here, and the most that ever were. They nest like the expressions. */
  held: number;
  most: number;
}

/** `run = eval`, `run = (0, globalThis.eval)`, `run = condition ? eval : other`, `{ eval: run }`, `nativeEval as run`. What else fits does no harm. */
const EVAL = /([\w$]+)\s*=[^=;>\n][^=;\n]*?\beval\b|([\w$]+)\s*=\s*eval\b|eval[\w$]*\s*:\s*([\w$]+)|eval[\w$]*\s+as\s+([\w$]+)/gi;
/** What a file calls so may be `eval` of another file. */
const NAMED = /eval/i;

export class Rewriter {
  readonly source: string;
  /** What `plainName` may read twice. */
  declared: ReadonlySet<string>;
  /** Whether the walk is in the body of a `with`. */
  isWithin = false;
  /** Variables with the objects of the `with` statements around, the innermost first. */
  readonly scopes: string[] = [];
  /** The declaration whose rests are looked at behind its statement. */
  lookedAtLater: AnyNode | undefined;
  /** Functions that must have one parameter. */
  readonly setters = new Set<object>();
  /** Variables of the file that it may give `eval` to, and whether one of its variables is called so. */
  readonly evals: ReadonlySet<string>;
  readonly ownEval: boolean;
  /** What becomes of `eval` where it is no value that goes who knows where: it is only called, compared or kept in a variable, or handed to who calls it. */
  readonly evalUses = new Map<AnyNode, 'seen' | 'handed on'>();
  /** A declaration that is exported. */
  exported: AnyNode | undefined;
  /** Objects of the language, and their functions, that are not taken apart. */
  readonly whole = new Set<AnyNode>();
  /** Objects of members that are made there. */
  readonly owners = new Set<AnyNode>();
  /** Methods of arrays that are called where they stand. */
  readonly calledMethods = new Set<AnyNode>();
  readonly edits = new Edits();
  /** Positions in the source. */
  readonly sites: number[] = [];
  /** Per site: where the name of its memory is, or -1. */
  readonly siteNames: number[] = [];
  /** By what makes an object: where the name is that it gets. */
  readonly names = new Map<AnyNode, number>();
  /** The text was transformed before, in part: code is shipped as text. */
  readonly again: boolean;
  frame: Frame;
  /** Start of a statement that would become one with the line before if it began with a parenthesis. */
  hazard = -1;
  /** The expression whose value nobody uses. */
  discarded: AnyNode | undefined;
  /** See Wants. */
  isLed = false;
  /** Links of optional chains at which the chain is taken apart, and element reads that must stay without a hook. */
  readonly splits = new Set<AnyNode>();
  readonly barred = new Set<AnyNode>();
  /** Chains that are called: `(a?.b[0])()` has a `this`. */
  readonly intact = new Set<ChainExpression>();
  /** What the file needs of the runtime (see Hook.uses). */
  readonly uses = new Set<string>();
  /** The functions that are to be atomic, with their names, and whether the function that is being walked is one. */
  atomic: ReadonlyMap<object, string> = new Map();
  visited = false;
  /** What is awaited, as an expression, by the function that is being walked. */
  awaited: AnyNode | undefined;
  /** The function that is walked, if it is the callback of a request for a lock that holds the lock as long as it awaits something: the site of the
   * request. Callbacks to come, by their nodes. */
  section: string | undefined;
  readonly sections = new Map<object, string>();
  /** Where the optional chain ends that is being walked, and its value if it stops early. */
  chainEnd = -1;
  short = 'void 0';

  private uniques = 0;
  private readonly walk: (r: Rewriter, node: AnyNode) => void;

  /** `walk` visits a node of any kind; those that visit one kind come back to it for what is inside. */
  constructor(source: string, declared: ReadonlySet<string>, locals: boolean, walk: (r: Rewriter, node: AnyNode) => void) {
    this.source = source;
    this.walk = walk;
    this.declared = declared;
    this.ownEval = declared.has('eval');
    const named = Array.from(source.matchAll(EVAL), ([, ...names]) => names.find((name) => name !== undefined)!);
    this.evals = new Set([...named, ...[...declared].filter((name) => NAMED.test(name))]);
    this.again = source.includes(HOOK_PREFIX);
    this.frame = { locals, held: 0, most: 0 };
  }

  visit(node: AnyNode): void {
    this.walk(this, node);
  }

  /** `name`: where the code says what the memory there is called. */
  site(position: number, name = -1): string {
    this.sites.push(position);
    this.siteNames.push(name);
    return SITE_TOKEN + (this.sites.length - 1);
  }

  text(node: AnyNode): string {
    return this.source.slice(node.start, node.end);
  }

  /** Inserts a text that begins with a parenthesis before an expression. */
  open(position: number, text: string): void {
    if (position === this.hazard) {
      this.hazard = -1;
      this.edits.insert(position, `;${text}`);
    } else this.edits.insert(position, text);
  }

  /** The temporary variable that the next `take` takes. Assigned to after its expression is evaluated, so the expression may use it. */
  next(): string {
    return this.frame.locals ? HOOK_PREFIX + (this.frame.held + 1) : Hook.temporary;
  }

  take(): string {
    const name = this.next();
    if (this.frame.locals) {
      this.frame.held++;
      if (this.frame.held > this.frame.most) this.frame.most = this.frame.held;
    }
    return name;
  }

  /** A name that nothing else has, nor the same text if it was transformed before. */
  unique(): string {
    return `${HOOK_PREFIX}u${this.source.length}_${this.uniques++}`;
  }

  /** Whether a name may be another thing than the global variable. */
  shadows(name: string): boolean {
    return this.isWithin || this.declared.has(name);
  }

  /** Walks a piece with temporaries of its own; returns their declaration, or nothing. */
  within(locals: boolean, walk: () => void, keyword: 'var' | 'let' = 'var'): string {
    const { frame, hazard } = this;
    const own: Frame = { locals, held: 0, most: 0 };
    this.frame = own;
    this.hazard = -1;
    walk();
    this.frame = frame;
    this.hazard = hazard;
    if (own.most === 0) return '';
    // A variable that begins as a number stays one for V8's compiler: 2 times faster in tight loops.
    return `${keyword} ${Array.from({ length: own.most }, (_, n) => `${HOOK_PREFIX}${n + 1}=0`).join(',')};`;
  }

  /** Puts an expression into a function of its own, for its variables, where there are none: `(() => { var …; return … })()`. */
  inFunction(node: AnyNode, walk: () => void): void {
    this.open(node.start, '');
    const before = this.edits.reserve(node.start);
    const declaration = this.within(true, walk);
    before(`(()=>{${declaration}return `);
    this.edits.insertCall(node.end, '})()', '})'.length);
  }

  /** Whether an `eval` in an expression may declare variables of what is around it: it cannot go into a function. */
  mayDeclare(node: AnyNode): boolean {
    return /\beval\b/.test(this.text(node));
  }

  /** Work of an earlier transform. */
  isOurs(node: AnyNode): boolean {
    if (!this.again) return false;
    if (node.type === 'Identifier') return node.name.startsWith(HOOK_PREFIX);
    if (node.type === 'AssignmentExpression') return this.isOurs(node.left);
    if (node.type === 'CallExpression') return node.callee.type === 'MemberExpression' && this.isOurs(node.callee.object);
    return node.type === 'ParenthesizedExpression' && this.text(node).includes(HOOK_PREFIX);
  }
}

/** Whether other files look at calls by this name. */
export function isEvalName(name: string): boolean {
  return NAMED.test(name);
}
