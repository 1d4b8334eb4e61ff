// Random modules in the text format, from a list of choices so that failures shrink: all access instructions, control flow, calls,
// tables, dead code. With `traced` every access tells an import what it does, in the source: the referee for the instrumenter.

/** Gives numbers below a bound; 0 when the choices are used up, which must then lead to something small. */
export class Choices {
  private at = 0;
  private readonly values: readonly number[];

  constructor(values: readonly number[]) {
    this.values = values;
  }

  below(bound: number): number {
    const value = this.values[this.at++];
    return value === undefined ? 0 : value % bound;
  }

  of<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  get isEmpty(): boolean {
    return this.at >= this.values.length;
  }
}

type Type = 'i32' | 'i64' | 'f32' | 'f64' | 'v128';

export interface AccessKind {
  readonly kind: 'read' | 'write' | 'copy' | 'fill' | 'init' | 'atomicLoad' | 'atomicStore' | 'atomicUpdate' | 'compareExchange';
  readonly size: number;
}

const LOADS: Record<Type, readonly [string, number][]> = {
  i32: [
    ['i32.load', 4],
    ['i32.load8_s', 1],
    ['i32.load8_u', 1],
    ['i32.load16_s', 2],
    ['i32.load16_u', 2],
  ],
  i64: [
    ['i64.load', 8],
    ['i64.load8_s', 1],
    ['i64.load8_u', 1],
    ['i64.load16_s', 2],
    ['i64.load16_u', 2],
    ['i64.load32_s', 4],
    ['i64.load32_u', 4],
  ],
  f32: [['f32.load', 4]],
  f64: [['f64.load', 8]],
  v128: [
    ['v128.load', 16],
    ['v128.load8x8_s', 8],
    ['v128.load8x8_u', 8],
    ['v128.load16x4_s', 8],
    ['v128.load16x4_u', 8],
    ['v128.load32x2_s', 8],
    ['v128.load32x2_u', 8],
    ['v128.load8_splat', 1],
    ['v128.load16_splat', 2],
    ['v128.load32_splat', 4],
    ['v128.load64_splat', 8],
    ['v128.load32_zero', 4],
    ['v128.load64_zero', 8],
  ],
};
const STORES: readonly [string, Type, number][] = [
  ['i32.store', 'i32', 4],
  ['i32.store8', 'i32', 1],
  ['i32.store16', 'i32', 2],
  ['i64.store', 'i64', 8],
  ['i64.store8', 'i64', 1],
  ['i64.store16', 'i64', 2],
  ['i64.store32', 'i64', 4],
  ['f32.store', 'f32', 4],
  ['f64.store', 'f64', 8],
  ['v128.store', 'v128', 16],
];
const LANES: readonly [string, number][] = [
  ['8', 1],
  ['16', 2],
  ['32', 4],
  ['64', 8],
];
const ATOMIC_SHAPES: readonly ['i32' | 'i64', string, string, number][] = [
  ['i32', '', '', 4],
  ['i32', '8', '_u', 1],
  ['i32', '16', '_u', 2],
  ['i64', '', '', 8],
  ['i64', '8', '_u', 1],
  ['i64', '16', '_u', 2],
  ['i64', '32', '_u', 4],
];
const UPDATES = ['add', 'sub', 'and', 'or', 'xor', 'xchg'];

const CONSTANTS: Record<Type, readonly string[]> = {
  i32: ['0', '1', '-1', '7', '255', '65528', '2147483647'],
  i64: ['0', '1', '-1', '0x123456789abcdef', '255'],
  f32: ['0', '1.5', '-0', 'inf'],
  f64: ['0', '2.5', '-1e300', '-inf'],
  v128: ['i32x4 0 0 0 0', 'i32x4 1 2 3 4', 'i64x2 -1 0x1234567812345678'],
};
const UNARY: Record<Type, readonly [string, Type][]> = {
  i32: [
    ['i32.wrap_i64', 'i64'],
    ['i32.trunc_sat_f64_s', 'f64'],
    ['i32.extend8_s', 'i32'],
    ['i32.eqz', 'i32'],
    ['i32x4.extract_lane 2', 'v128'],
  ],
  i64: [
    ['i64.extend_i32_u', 'i32'],
    ['i64.reinterpret_f64', 'f64'],
    ['i64.extend32_s', 'i64'],
  ],
  f32: [['f32.convert_i32_s', 'i32']],
  f64: [['f64.promote_f32', 'f32']],
  v128: [
    ['i32x4.splat', 'i32'],
    ['i64x2.splat', 'i64'],
  ],
};
const BINARY: Record<Type, readonly string[]> = {
  i32: ['i32.add', 'i32.sub', 'i32.xor', 'i32.shl', 'i32.lt_u'],
  i64: ['i64.add', 'i64.sub', 'i64.xor', 'i64.rotl'],
  f32: ['f32.add', 'f32.mul'],
  f64: ['f64.add', 'f64.sub'],
  v128: ['i32x4.add', 'v128.xor', 'i8x16.swizzle'],
};
const TYPES: readonly Type[] = ['i32', 'i64', 'f32', 'f64', 'v128'];
export const FUNCTIONS = 3;

/** Writes one module. Texts of the same choices differ only in the calls that tell of accesses. */
export class RandomModule {
  readonly accesses: AccessKind[] = [];
  /** Static offsets, by access. */
  readonly offsets: number[] = [];
  private readonly choices: Choices;
  private readonly traced: boolean;
  private depth = 0;
  private level = 0;
  private fuel = 0;

  constructor(choices: readonly number[], traced: boolean) {
    this.choices = new Choices(choices);
    this.traced = traced;
  }

  text(): string {
    const isImported = this.choices.below(2) === 1;
    const bodies: string[] = [];
    for (this.level = 0; this.level < FUNCTIONS; this.level++) bodies.push(this.body());
    const names = bodies.map((_, i) => `$f${i}`).join(' ');
    return `(module
      (type $t (func (param i32 i64) (result i32)))
      (import "js" "id" (func $id (param i32) (result i32)))
      ${isImported ? '(import "js" "memory" (memory 1 3 shared))' : ''}
      (import "js" "address" (func $address (param i32 i32) (result i32)))
      (import "js" "done" (func $done (param i32)))
      (import "js" "bulk" (func $bulk (param i32 i32 i32 i32)))
      (import "js" "result32" (func $result_i32 (param i32 i32) (result i32)))
      (import "js" "result64" (func $result_i64 (param i32 i64) (result i64)))
      ${isImported ? '' : '(memory 1 3 shared)'}
      (export "memory" (memory 0))
      (table $table 8 funcref)
      (elem (i32.const 0) func $id2 ${names})
      (global $g (mut i32) (i32.const 5))
      (global $r funcref (ref.func $id2))
      (global $v (mut v128) (v128.const i32x4 0 0 0 0))
      (export "g" (global $g))
      (data $d "some bytes of a passive segment")
      (func $id2 (param i32 i64) (result i32) (call $id (local.get 0)))
      ${bodies.join('\n')}
      ${this.traced ? ['copy', 'fill', 'init'].map(tracedBulk).join('\n') : ''}
      (func $start (global.set $g (i32.const 6)))
      (start $start))`;
  }

  private body(): string {
    this.fuel = 25;
    const statements = this.statements(6);
    return `(func $f${this.level} (export "f${this.level}") (param i32 i64) (result i32)
      (local $a i32) (local $b i64) (local $c f32) (local $d f64) (local $e v128) (local $n i32)
      ${statements} ${this.expression('i32')})`;
  }

  private statements(most: number): string {
    const count = 1 + this.choices.below(most);
    return Array.from({ length: count }, () => this.statement()).join('\n');
  }

  private statement(): string {
    if (this.choices.isEmpty || this.fuel-- <= 0 || this.depth > 5) return '(nop)';
    this.depth++;
    const text = this.deeper();
    this.depth--;
    return text;
  }

  private deeper(): string {
    switch (this.choices.below(12)) {
      case 0:
      case 1:
      case 2:
        return this.store();
      case 3: {
        const type = this.choices.of(TYPES);
        return `(local.set ${LOCALS[type]} ${this.expression(type)})`;
      }
      case 4:
        return `(if ${this.expression('i32')} (then ${this.statements(3)}) (else ${this.statements(2)}))`;
      case 5:
        return this.loop();
      case 6:
        return this.atomicStore();
      case 7:
        return this.bulk();
      case 8:
        // Nothing behind the branch runs; it must be valid all the same.
        return `(block (br_if 0 ${this.expression('i32')}) ${this.statements(2)} (br 0) ${this.statements(2)})`;
      case 9:
        return `(block (block (br_table 0 1 0 ${this.expression('i32')})) ${this.statements(2)})`;
      case 10:
        return `(global.set $g ${this.expression('i32')})`;
      default:
        return this.choices.below(3) === 0 ? '(atomic.fence)' : `(drop ${this.expression(this.choices.of(TYPES))})`;
    }
  }

  private loop(): string {
    const times = 1 + this.choices.below(3);
    return `(local.set $n (i32.const ${times}))
      (loop ${this.statements(2)}
        (local.set $n (i32.sub (local.get $n) (i32.const 1)))
        (br_if 0 (i32.gt_s (local.get $n) (i32.const 0))))`;
  }

  /** An address: mostly in the memory and aligned, sometimes not. */
  private address(access: number, align: number): string {
    const inner = this.expression('i32');
    const mask = this.choices.below(40) === 39 ? -1 : this.choices.below(30) === 29 ? 0xffff : 0x3ff8;
    const text = `(i32.and ${inner} (i32.const ${mask & ~(align - 1)}))`;
    return this.traced ? `(call $address (i32.const ${access}) ${text})` : text;
  }

  private offset(access: number, align: number): string {
    const offset = this.choices.of([0, 0, 8, 16, 1024, 3, 65535]) & ~(this.choices.below(20) === 19 ? 0 : align - 1);
    this.offsets[access] = offset;
    return offset === 0 ? '' : `offset=${offset}`;
  }

  private access(kind: AccessKind['kind'], size: number): number {
    return this.accesses.push({ kind, size }) - 1;
  }

  /** Tells that the access before happened; a value may be on the stack. */
  private done(access: number, type: Type | undefined, text: string): string {
    if (!this.traced) return text;
    return `(block ${type ? `(result ${type})` : ''} ${text} (call $done (i32.const ${access})))`;
  }

  private store(): string {
    if (this.choices.below(6) === 5) {
      const [width, size] = this.choices.of(LANES);
      const access = this.access('write', size);
      const offset = this.offset(access, 1);
      const lane = this.choices.below(16 / size);
      const address = this.address(access, 1);
      return this.done(access, undefined, `(v128.store${width}_lane ${offset} ${lane} ${address} ${this.expression('v128')})`);
    }
    const [name, type, size] = this.choices.of(STORES);
    const access = this.access('write', size);
    const offset = this.offset(access, 1);
    const address = this.address(access, 1);
    return this.done(access, undefined, `(${name} ${offset} ${address} ${this.expression(type)})`);
  }

  private atomicStore(): string {
    const [type, width, , size] = this.choices.of(ATOMIC_SHAPES);
    const access = this.access('atomicStore', size);
    const offset = this.offset(access, size);
    const address = this.address(access, size);
    return this.done(access, undefined, `(${type}.atomic.store${width} ${offset} ${address} ${this.expression(type)})`);
  }

  private bulk(): string {
    const kind = this.choices.of(['copy', 'fill', 'init'] as const);
    const access = this.access(kind, 0);
    const near = (mask: number) => `(i32.and ${this.expression('i32')} (i32.const ${mask}))`;
    const operands = `${near(0x1fff)} ${near(kind === 'init' ? 0xf : 0x3fff)} ${near(kind === 'init' ? 0xf : 0x1f)}`;
    const name = { copy: 'memory.copy', fill: 'memory.fill', init: 'memory.init $d' }[kind];
    if (!this.traced) return `(${name} ${operands})`;
    // The operands are needed twice: they go through a function.
    return `(call $traced_${kind} (i32.const ${access}) ${operands})`;
  }

  private expression(type: Type): string {
    if (this.choices.isEmpty || this.fuel-- <= 0 || this.depth > 6) return `(${type}.const ${this.constant(type)})`;
    this.depth++;
    const text = this.deepExpression(type);
    this.depth--;
    return text;
  }

  private constant(type: Type): string {
    return this.choices.of(CONSTANTS[type]);
  }

  private deepExpression(type: Type): string {
    switch (this.choices.below(11)) {
      case 0:
        return `(${type}.const ${this.constant(type)})`;
      case 1:
        return `(local.get ${LOCALS[type]})`;
      case 2: {
        const [name, from] = this.choices.of(UNARY[type]);
        return `(${name} ${this.expression(from)})`;
      }
      case 3:
        return `(${this.choices.of(BINARY[type])} ${this.expression(type)} ${this.expression(type)})`;
      case 4:
        return this.conditional(type);
      case 5:
      case 6:
        return type === 'i32' || type === 'i64' ? this.atomic(type) : this.load(type);
      case 7:
        return type === 'i32' ? this.call() : this.load(type);
      case 8:
        return type === 'v128' ? this.laneLoad() : this.load(type);
      default:
        return this.load(type);
    }
  }

  private conditional(type: Type): string {
    const condition = this.expression('i32');
    return `(if (result ${type}) ${condition} (then ${this.expression(type)}) (else ${this.expression(type)}))`;
  }

  private call(): string {
    const args = `${this.expression('i32')} ${this.expression('i64')}`;
    if (this.level === 0 || this.choices.below(3) === 0) return `(call $id (i32.wrap_i64 ${this.expression('i64')}))`;
    const target = this.choices.below(this.level);
    if (this.choices.below(2) === 0) return `(call $f${target} ${args})`;
    return `(call_indirect (type $t) ${args} (i32.const ${target + 1}))`;
  }

  private load(type: Type): string {
    const [name, size] = this.choices.of(LOADS[type]);
    const access = this.access('read', size);
    const offset = this.offset(access, 1);
    return this.done(access, type, `(${name} ${offset} ${this.address(access, 1)})`);
  }

  private laneLoad(): string {
    const [width, size] = this.choices.of(LANES);
    const access = this.access('read', size);
    const offset = this.offset(access, 1);
    const lane = this.choices.below(16 / size);
    const address = this.address(access, 1);
    return this.done(access, 'v128', `(v128.load${width}_lane ${offset} ${lane} ${address} ${this.expression('v128')})`);
  }

  private atomic(type: 'i32' | 'i64'): string {
    const [, width, suffix, size] = this.choices.of(ATOMIC_SHAPES.filter(([of]) => of === type));
    const operation = this.choices.of(['load', 'update', 'update', 'compareExchange'] as const);
    const access = this.access(ATOMIC_KINDS[operation], size);
    const offset = this.offset(access, size);
    const address = this.address(access, size);
    const text =
      operation === 'load'
        ? `(${type}.atomic.load${width}${suffix} ${offset} ${address})`
        : operation === 'update'
          ? `(${type}.atomic.rmw${width}.${this.choices.of(UPDATES)}${suffix} ${offset} ${address} ${this.expression(type)})`
          : `(${type}.atomic.rmw${width}.cmpxchg${suffix} ${offset} ${address} ${this.expression(type)} ${this.expression(type)})`;
    return this.traced ? `(call $result_${type} (i32.const ${access}) ${text})` : text;
  }
}

function tracedBulk(kind: string): string {
  const operands = '(local.get 1) (local.get 2) (local.get 3)';
  return `(func $traced_${kind} (param i32 i32 i32 i32)
    (memory.${kind} ${kind === 'init' ? '$d' : ''} ${operands}) (call $bulk (local.get 0) ${operands}))`;
}

const ATOMIC_KINDS = { load: 'atomicLoad', update: 'atomicUpdate', compareExchange: 'compareExchange' } as const;
const LOCALS: Record<Type, string> = { i32: '$a', i64: '$b', f32: '$c', f64: '$d', v128: '$e' };
