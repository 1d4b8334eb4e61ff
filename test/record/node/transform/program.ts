// Random programs, made of every construct that the transform touches or must leave alone. They log what they do: getters, keys, proxies,
// calls and their `this`. A program is a function of a list of numbers, which fast-check shrinks towards zeros, the simplest choices.

interface Room {
  readonly depth: number;
  readonly generator: boolean;
  readonly async: boolean;
  readonly strict: boolean;
  readonly inEval: boolean;
}

type Choice = (room: Room) => string;

class Writer {
  readonly #choices: readonly number[];
  #at = 0;
  #labels = 0;

  constructor(choices: readonly number[]) {
    this.#choices = choices;
  }

  below(count: number): number {
    const choice = this.#choices[this.#at++];
    return choice === undefined ? 0 : choice % count;
  }

  one<T>(items: readonly T[]): T {
    return items[this.below(items.length)]!;
  }

  get spent(): boolean {
    return this.#at >= this.#choices.length;
  }

  deeper(room: Room): Room {
    return { ...room, depth: room.depth - 1 };
  }

  variable(): string {
    return this.one(['v0', 'v1', 'v2', 'i', 'j']);
  }

  object(room: Room): string {
    const names = ['arr', 'ta', 'obj', 'f64', 'prox', 'sub', 'mat', 'str', 'nul', 'v0', 'globalGetter', 'missing.x', 'this'];
    if (room.depth <= 0) return this.one(names);
    const below = this.deeper(room);
    return this.one<() => string>([
      () => this.one(names),
      () => `holder.${this.one(['ta', 'arr', 'obj', 'nul'])}`,
      () => `get(${this.one(["'ta'", "'arr'", "'prox'", "'mat'"])})`,
      () => `mat[${this.key(below)}]`,
      () => `(${this.expression(below)})`,
      () => `(v1 = ${this.one(names)})`,
      () => `${this.object(below)}.${this.one(['x', 'ta', 'p'])}`,
      () => `new Box(${this.object(below)}).ta`,
    ])();
  }

  key(room: Room): string {
    const simple = [
      '0',
      '1',
      'i',
      'j',
      "'0'",
      "'a'",
      '2',
      'i++',
      '--j',
      'kobj',
      "'on' + i",
      '`1`',
      '-1',
      'Symbol.toStringTag',
      '0n',
      'undefinedKey()',
    ];
    if (room.depth <= 0) return this.one(simple);
    const below = this.deeper(room);
    return this.one<() => string>([
      () => this.one(simple),
      () => `note('k', ${this.key(below)})`,
      () => `arr[${this.key(below)}]`,
      () => `${this.one(['i', 'v0', 'arr'])} = ${this.expression(below)}`,
      () => `i, ${this.one(simple)}`,
      () => `i + ${this.one(['1', 'j', 'ta[0]'])}`,
      () => `(${this.expression(below)})`,
      () => `(arr = mat, 0)`,
    ])();
  }

  element(room: Room): string {
    return `${this.object(room)}[${this.key(room)}]`;
  }

  target(room: Room): string {
    if (room.depth <= 0) return this.variable();
    const below = this.deeper(room);
    return this.one<() => string>([
      () => this.variable(),
      () => this.element(below),
      () => `(${this.element(below)})`,
      () => this.pattern(below),
    ])();
  }

  withDefault(target: string, room: Room): string {
    return this.below(3) === 1 ? `${target} = ${this.expression(room)}` : target;
  }

  pattern(room: Room): string {
    const below = this.deeper(room);
    const target = () => this.withDefault(this.target(below), below);
    // V8 evaluates the target of a first key that is no expression before it sees that the value is null. A hooked key is an expression.
    const first = () => this.withDefault(this.variable(), below);
    return this.one<() => string>([
      () => `[${target()}]`,
      () => `[${target()}, , ...${this.one([this.variable(), this.element(below)])}]`,
      () => `{0: ${first()}}`,
      () => `{[${this.bracketed(below)}]: ${target()}, 1: ${target()}}`,
      () => `{'a': ${target()}, ...v2}`,
      () => `{0: ${first()}, ta: ${target()}}`,
      () => `{v0 = ${this.expression(below)}, 'x': ${target()}}`,
    ])();
  }

  /** A pattern that declares names of its own. */
  binding(room: Room, name: string): string {
    const below = this.deeper(room);
    return this.one<() => string>([
      () => name,
      () => `[${name}]`,
      () => `{0: ${this.withDefault(name, below)}}`,
      () => `{[${this.bracketed(below)}]: ${name}}`,
      () => `{ta: {1: ${name}}, ...${name}rest}`,
      () => `[{0: ${name}} = ${this.object(below)}]`,
      () => `{0: ${name}, ...${name}rest}`,
    ])();
  }

  /** A computed key of a pattern or class: no sequence. */
  bracketed(room: Room): string {
    return this.one<() => string>([
      () => '1',
      () => 'kobj',
      () => 'i',
      () => `note('c', 0)`,
      () => `(${this.expression(room)})`,
      () => "'a'",
    ])();
  }

  chain(room: Room): string {
    const below = this.deeper(room);
    let text = this.one<() => string>([() => this.object(below), () => this.one(['nul', 'missing', 'holder', 'mat', 'meth'])])();
    for (let links = 1 + this.below(4); links > 0; links--) {
      text += this.one<() => string>([
        () => `?.[${this.key(below)}]`,
        () => `[${this.key(below)}]`,
        () => '?.ta',
        () => '.ta',
        () => `?.m(${this.expression(below)})`,
        () => `.m?.(${this.expression(below)})`,
        () => `?. /* ?. */ [${this.key(below)}]`,
      ])();
    }
    return this.one<() => string>([
      () => text,
      () => `note?.('n', ${this.object(below)})[${this.key(below)}]${this.one(['', '?.x', '[0]'])}`,
      () => `(${text})(1)`,
      () => `delete ${text}.z`,
      () => `(${text})[${this.key(below)}]`,
      () =>
        `${this.one(['', 'delete '])}(${this.one(['nest', 'missing'])}?.meth[${this.key(below)}])${this.one(['(1)', '`x`', ''])}`,
    ])();
  }

  functionBody(room: Room): string {
    return `{ ${this.one(['', '', "'use strict'; ", '"x"\n'])}${this.statements(room, 2)} return ${this.expression(room)} }`;
  }

  parameters(room: Room): string {
    return this.one<() => string>([
      () => '',
      () => 'p',
      () => `p, q = ${this.expression(room)}`,
      () => `${this.binding(room, 'p')}`,
      () => `p = ${this.element(room)}, ...q`,
      () => `p, q = p[0] = ${this.expression(room)}`,
      () => `{0: p, ...prest} = ${this.object(room)}, q = p, [z] = [q], `,
      () => `p, {x: q = p, ...qrest}, ...[z]`,
    ])();
  }

  call(room: Room): string {
    const below = this.deeper(room);
    const inner: Room = { ...below, generator: false, async: false };
    const method: Room = { ...inner, strict: true };
    const simple: Room = { ...inner };
    const values = () => `${this.object(below)}, ${this.expression(below)}`;
    return this.one<() => string>([
      () => `note('f', ${this.expression(below)})`,
      () => `meth[${this.key(below)}](${this.expression(below)})`,
      () => `(${this.below(2) === 0 ? 'p' : `(${this.parameters(inner)})`} => ${this.lambda(simple)})(${values()})`,
      () =>
        `(function (p) { arguments[0] = ${this.expression(simple)}; return [p, arguments[i], ${this.expression(simple)}] })(${values()})`,
      () =>
        `(function (${this.parameters(inner)}) { ${this.statements(simple, 2)} return ${this.expression(simple)} })(${values()})`,
      () => `(function (p) ${this.functionBody(inner)})(${values()})`,
      () => `pull(function* (${this.parameters(inner)}) { ${this.statements({ ...simple, generator: true }, 3)} }, ${values()})`,
      () => `later((async () => { ${this.statements({ ...simple, async: true }, 3)} })())`,
      () => `later((async p => ${this.lambda({ ...simple, async: true })})(${values()}))`,
      () => `meth[${this.key(below)}]\`a\${${this.expression(below)}}b\``,
      () => `new Box(${this.object(below)}).at(${this.key(below).replace(/^(.*),/s, '$1+')})`,
      () => `new (class extends Box { ${this.member(method)} ${this.member(method)} })(${this.object(below)}).at(0)`,
      () => `note('s', ...${this.object(below)})`,
      () =>
        below.inEval
          ? '1'
          : `eval(${JSON.stringify(this.expression({ ...below, generator: false, async: false, inEval: true }))})`,
      () => (below.inEval ? '1' : `(0, eval)(${JSON.stringify(`globalGetter[${this.one(['0', "'1'"])}]`)})`),
    ])();
  }

  /** An arrow function's body. */
  lambda(room: Room): string {
    return this.one<() => string>([
      () => `(${this.expression(room)})`,
      () => this.element(room),
      () => `{ ${this.statements(room, 2)} return ${this.element(room)} }`,
      () => `\n  ${this.element(room)}`,
    ])();
  }

  member(room: Room): string {
    const below = this.deeper(room);
    return this.one<() => string>([
      () => `field = ${this.expression(below)};`,
      () => `[${this.bracketed(below)}] = ${this.element(below)};`,
      () => `static { ${this.statements(below, 1)} }`,
      () => `at(k) { return super[${this.key(below)}] }`,
      () => `at(k) { super.at(k); return this.ta[${this.key(below)}] = this[k] }`,
      () => `#p = ${this.object(below)}; at(k) { return this.#p[${this.key(below)}] += 1 }`,
      () => `get [${this.bracketed(below)}]() { return ${this.element(below)} }`,
      () => `constructor(t) { super(t); note('new', new.target.name); ${this.statements(below, 1)} }`,
      () => `static s = this.name`,
    ])();
  }

  expression(room: Room): string {
    if (room.depth <= 0 || this.spent) return this.one(['1', 'i', 'v0', 'arr[0]', 'ta[i]', '3', "'s'"]);
    const below = this.deeper(room);
    const assign = ['=', '+=', '-=', '|=', '&&=', '||=', '??=', '<<='];
    const choices: Choice[] = [
      () => this.element(below),
      () => this.one(['1', '2.5', "'s'", 'i', 'v0', 'null', 'this']),
      () => `(${this.element(below)} ${this.one(assign)} ${this.expression(below)})`,
      () => this.one([`${this.element(below)}++`, `--${this.element(below)}`, `(${this.element(below)})--`]),
      () => this.call(below),
      () => this.chain(below),
      () =>
        `(${this.expression(below)} ${this.one(['+', '-', '<', '===', '&', '&&', '||', '??', ','])} (${this.expression(below)}))`,
      () => `(${this.expression(below)} ? ${this.expression(below)} : ${this.expression(below)})`,
      () => `(${this.variable()} = ${this.expression(below)})`,
      () => `[${this.expression(below)}, ...${this.object(below)}]`,
      () => `(${this.pattern(below)} = ${this.object(below)})`,
      () =>
        `(${this.element(below)} = ${this.one(['function () {}', 'class {}', '() => 1', 'class { static n = this.name }'])}).name`,
      () => `${this.one(['typeof ', 'void ', '!', '-', '+'])}${this.element(below)}`,
      () => `delete ${this.element(below)}`,
      () => `\`t\${${this.expression(below)}}\``,
      () =>
        `{}.x ?? { a: ${this.expression(below)}, [${this.bracketed(below)}]: 1, get b() { return ${this.element(below)} } }.b`.replace(
          /^(.*)$/s,
          '($1)',
        ),
      () => `(${this.bracketed(below)} in ${this.object(below)})`,
      () => (room.generator ? `(yield ${this.expression(below)})` : '4'),
      () => (room.generator ? `${this.element(below).replace(/\[/, '[yield ')}` : '5'),
      () => (room.async ? `(await ${this.expression(below)})` : '6'),
      () => `new meth[${this.key(below)}](${this.expression(below)})`,
    ];
    return this.one(choices)(room);
  }

  statements(room: Room, count: number): string {
    let text = '';
    for (let n = this.below(count + 1); n >= 0; n--) text += `${this.statement(room)}${this.one([';\n', '\n', '; '])}`;
    return text;
  }

  statement(room: Room): string {
    if (room.depth <= 0 || this.spent) return `note('e', ${this.expression(room)});`;
    const below = this.deeper(room);
    const choices: Choice[] = [
      () => this.element(below),
      () => `${this.element(below)} = ${this.expression(below)}`,
      () => this.plainStatement(below),
      () => `;[${this.withDefault(this.target(below), below)}] = ${this.object(below)}`,
      () => `;(${this.pattern(below)} = ${this.object(below)})`,
      () => `{ ${this.one(['let', 'const', 'var'])} ${this.binding(below, 'w')} = ${this.object(below)}; note('w', w); }`,
      () =>
        `for (${this.one(['const', 'let', 'var'])} ${this.binding(below, 'w')} of ${this.object(below)}) { tick(); ${this.statement(below)} }`,
      () => `for (${this.one([this.target(below), `(${this.element(below)})`])} of ${this.object(below)}) tick();`,
      () => `for (${this.element(below)} in ${this.one(['obj', 'arr', 'ta'])}) { tick(); note('in', v0); }`,
      () => `if (${this.expression(below)})\n  ${this.element(below)}\nelse ${this.element(below)}`,
      () =>
        `try { ${this.statement(below)} } catch (${this.binding(below, 'w')}) { ${this.statement(below)} } finally { tick() }`,
      () =>
        `switch (${this.element(below)}) { case ${this.expression(below)}: ${this.statement(below)}\n default: ${this.statement(below)} }`,
      () => `l${this.#labels++}: for (let w = 0; w < 2; w++) { tick(); ${this.element(below)}\n${this.statement(below)} }`,
      () => `do ${this.element(below)}; while (tick() < 0) ${this.element(below)}`,
      () =>
        room.strict || room.generator || room.async
          ? ';'
          : `with (${this.one(['obj', 'scope', 'prox'])}) { a[0]; ${this.element({ ...below, inEval: true })} }`,
      () => (room.generator ? `yield* ${this.object(below)}` : ';'),
      () => (room.async ? `for await (const w of ${this.object(below)}) { tick(); ${this.statement(below)} }` : ';'),
      () => `{ class K { ${this.member({ ...below, generator: false, async: false, strict: true })} }\n note('K', K.name) }`,
      () =>
        `{ function g(${this.parameters({ ...below, generator: false, async: false })}) { return ${this.element({ ...below, generator: false, async: false })} }\n note('g', g.length, g(${this.object(below)})) }`,
    ];
    return this.one(choices)(room);
  }

  /** Statements that end without a semicolon, so that the next line must not become part of them. */
  plainStatement(room: Room): string {
    return this.one<() => string>([
      () => `v1 = ${this.object(room)}\n${this.element(room)}`,
      () => `note('p', ${this.expression(room)})\n${this.chain(room)}`,
      () => `var z = () => {}\n${this.element(room)} = 1`,
      () => `v0 = v1\n++${this.element(room)}`,
    ])();
  }
}

/** A program; with `declarations` it is the body of a function that begins with them, without it is a script. */
export function program(choices: readonly number[], declarations: string | undefined): string {
  const writer = new Writer(choices);
  const strict = writer.below(3) === 1;
  const room: Room = { depth: 4, generator: false, async: false, strict, inEval: false };
  let source = `${strict ? "'use strict'\n" : ''}${declarations ?? ''}\n`;
  const count = 1 + writer.below(4);
  for (let n = 0; n < count; n++) source += `try { ${writer.statement(room)}\n} catch (e) { failed(e) }\n`;
  return source + (declarations === undefined ? '' : 'return ') + writer.expression(room);
}
