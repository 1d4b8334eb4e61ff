// What a line of C or C++ that allocates says of the memory: `calloc(n, sizeof(struct item))`, `new Queue(8)`, `struct node *n = malloc(bytes)`.
// Only plain forms are understood, and one allocation per line; for all others nothing is said, since a wrong name is worse than none.

/** The type that is spoken of: by its name, or as the type of an expression, maybe of what that points to. */
export interface SpokenType {
  readonly kind: 'type' | 'value' | 'target';
  readonly text: string;
}

export interface SpokenAllocation {
  readonly type: SpokenType;
  /** One object; any number of them; one with something behind it. */
  readonly form: 'one' | 'many' | 'headed';
}

const CALLS: Readonly<Record<string, RegExp>> = {
  malloc: /\bmalloc\s*\(/g,
  calloc: /\bcalloc\s*\(/g,
  realloc: /\breallo(?:c|carray)\s*\(/g,
  aligned_alloc: /\b(?:aligned_alloc|memalign|valloc)\s*\(/g,
  posix_memalign: /\bposix_memalign\s*\(/g,
  mmap: /\bmmap(?:64)?\s*\(/g,
  new: /\bnew\b/g,
};

const NOT_CODE = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|\/\*.*?\*\/|\/\/.*$/g;
const NAME = /^(?:(?:const|struct|union|class|enum|typename)\s+)*(?:::)?[A-Za-z_]\w*(?:::[A-Za-z_]\w*)*/;
const PATH = /^[A-Za-z_]\w*(?:(?:->|\.)[A-Za-z_]\w*)*$/;
/** Longer lines are nobody's. */
const LONGEST = 2000;

/** `by` is what made the memory; the text is the line that did it, and what follows it. */
export function spokenAllocation(line: string, following: string, by: string): SpokenAllocation | undefined {
  const call = CALLS[by];
  if (call === undefined || line.length + following.length > LONGEST) return undefined;
  const code = line.replace(NOT_CODE, ' ');
  const calls = [...code.matchAll(call)];
  if (calls.length !== 1 || /^\s*#/.test(code)) return undefined;
  const { index, 0: text } = calls[0]!;
  const before = code.slice(0, index);
  const after = `${code.slice(index + text.length)} ${following.replace(NOT_CODE, ' ')}`;
  if (by === 'new') return spokenNew(after);
  const asked = argumentsOf(after, by);
  if (asked === undefined) return undefined;
  if (/\bsizeof\b/.test(asked)) return spokenSize(asked);
  // What it gives is not its result.
  return by === 'posix_memalign' ? undefined : spokenPointer(before);
}

function spokenNew(after: string): SpokenAllocation | undefined {
  const text = after.trimStart().replace(/^\(\s*(?:std::)?nothrow\s*\)\s*/, '');
  const type = typeAt(text);
  if (type === undefined) return undefined;
  return { type: { kind: 'type', text: type }, form: text.slice(type.length).trimStart().startsWith('[') ? 'many' : 'one' };
}

/** A type at the beginning of a text, with template arguments and stars. */
function typeAt(text: string): string | undefined {
  const name = NAME.exec(text)?.[0];
  if (name === undefined || /^(?:auto|const)$/.test(name)) return undefined;
  let end = name.length;
  if (text[end] === '<') {
    const inside = balanced(text, end, '<', '>');
    if (inside === undefined) return undefined;
    end += inside.length + 2;
  }
  return text.slice(0, end) + (/^[\s*]*\*/.exec(text.slice(end))?.[0] ?? '');
}

/** How much is asked for. */
function argumentsOf(after: string, by: string): string | undefined {
  const all = balanced(`(${after}`, 0, '(', ')');
  // The block that is there already, or the variable that gets it, tells nothing; nor does what is mapped, and how.
  if (by === 'realloc' || by === 'posix_memalign') return all?.replace(/^[^,]*,/, '');
  return by === 'mmap' ? all?.split(',')[1] : all;
}

function spokenSize(asked: string): SpokenAllocation | undefined {
  const sizes = [...asked.matchAll(/\bsizeof\b/g)];
  if (sizes.length !== 1) return undefined;
  const from = sizes[0]!.index + 'sizeof'.length;
  const operand = operandOf(asked.slice(from));
  const type = operand && spokenOperand(operand.text);
  if (type === undefined) return undefined;
  const rest = (asked.slice(0, sizes[0]!.index) + asked.slice(from + operand!.length)).replaceAll('->', '.');
  if (/[^\w\s*,()+.[\]]/.test(rest)) return undefined;
  return { type, form: rest.includes('+') ? 'headed' : 'many' };
}

function operandOf(text: string): { readonly text: string; readonly length: number } | undefined {
  const space = /^\s*/.exec(text)![0].length;
  if (text[space] === '(') {
    const inside = balanced(text, space, '(', ')');
    return inside === undefined ? undefined : { text: inside, length: space + inside.length + 2 };
  }
  const plain = /^\s*\*?\s*[\w.]+(?:->[\w.]+)*(?:\[0\])?/.exec(text)?.[0];
  return plain === undefined ? undefined : { text: plain, length: plain.length };
}

function spokenOperand(operand: string): SpokenType | undefined {
  const text = operand.trim();
  const target = /^\*\s*(.+)$/.exec(text)?.[1] ?? /^(.+)\[0\]$/.exec(text)?.[1];
  if (target !== undefined) return PATH.test(target) ? { kind: 'target', text: target } : undefined;
  if (/^\w+(?:->|\.)/.test(text)) return PATH.test(text) ? { kind: 'value', text } : undefined;
  return typeAt(text) === text ? { kind: 'type', text } : undefined;
}

/** From what the result becomes: a cast, a declaration, an assignment. */
function spokenPointer(before: string): SpokenAllocation | undefined {
  const cast = /\(\s*([\w: ]+?)\s*\*\s*\)\s*$/.exec(before)?.[1] ?? /_cast<\s*([\w: ]+?)\s*\*\s*>\s*\(\s*$/.exec(before)?.[1];
  const declared = /(?:^|[;{(])\s*((?:(?:static|const|struct|union|class)\s+)*[\w:]+)\s*\*\s*(?:const\s+)?\w+\s*=\s*$/.exec(
    before,
  )?.[1];
  const type = cast ?? declared?.replace(/^static\s+/, '');
  if (type !== undefined) return typeAt(type) === type ? { type: { kind: 'type', text: type }, form: 'one' } : undefined;
  const path = /(?:^|[\s;{(])([\w.]+(?:->[\w.]+)*)\s*=\s*$/.exec(before)?.[1];
  return path !== undefined && PATH.test(path) ? { type: { kind: 'target', text: path }, form: 'one' } : undefined;
}

/** What is between a bracket and the one that closes it. */
function balanced(text: string, at: number, open: string, close: string): string | undefined {
  let depth = 0;
  for (let i = at; i < text.length; i++)
    if (text[i] === open) depth++;
    else if (text[i] === close && --depth === 0) return text.slice(at + 1, i);
  return undefined;
}
