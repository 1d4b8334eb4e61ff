// Which plain loads only look at a word before an atomic of it decides. The bodies are written after what compilers make of the loops in C
// libraries, and after what looks like them and is not.

import { describe, expect, test } from 'vitest';
import { readModule } from '../../../../../src/record/node/wasm/module.ts';
import { recognise } from '../../../../../src/record/node/wasm/recognise/index.ts';
import { assemble } from '../harness.ts';

/** `$yield` calls what gives up the processor, `$errno` what also stores that it failed, `$work` touches memory. */
function peeksIn(body: string): number {
  const module = assemble(`(module
    (import "wasi_snapshot_preview1" "sched_yield" (func $system (result i32)))
    (import "js" "other" (func $other (result i32)))
    (import "js" "memory" (memory 1 1 shared))
    (global $stack (mut i32) (i32.const 0))
    (func $yield (result i32) (call $system))
    (func $errno (result i32) (local $e i32)
      (block (br_if 0 (local.tee $e (call $yield))) (return (i32.const 0)))
      (i32.store offset=4 (global.get $stack) (local.get $e)) (i32.const -1))
    (func $work (result i32) (i32.store (i32.const 64) (i32.const 1)) (i32.const 0))
    (func (param $p i32) (param $n i32) (result i32) (local $v i32) (local $w i32) (local $q i32)
      ${body}
      (i32.const 0)))`);
  return recognise(readModule(module)).peeks;
}

/** The exchange verifies what was read. */
const exchange = (more = '', after = '(br_if $again (i32.ne (local.get $w)))') => `
  (loop $again
    local.get $p (i32.load (local.get $p)) local.tee $v ${more}
    (i32.add (local.get $v) (i32.const 1)) i32.atomic.rmw.cmpxchg local.set $w
    ${after})`;
const FAILED = '(i32.ne (local.get $w) (local.get $v))';

describe('a look is', () => {
  test.each<[string, string]>([
    ['what an exchange verifies, or else is read again', exchange('', `(br_if $again ${FAILED})`)],
    ['the same, with the comparison the other way round', exchange('', '(br_if $again (i32.ne (local.get $v) (local.get $w)))')],
    [
      'the same, left when it succeeds',
      `(block $done ${exchange('', '(br_if $done (i32.eq (local.get $w) (local.get $v))) (br $again)')})`,
    ],
    ['the same, with its success negated', exchange('', '(br_if $again (i32.eqz (i32.eq (local.get $w) (local.get $v))))')],
    ['the same, with its failure negated', `(block $done ${exchange('', `(br_if $done (i32.eqz ${FAILED})) (br $again)`)})`],
    ['the same, with an if', exchange('', `(if ${FAILED} (then (br $again)))`)],
    [
      'the same, at an offset that is told twice',
      `(local.set $q (i32.add (local.get $p) (i32.const 8)))
      (loop $again
        (local.set $v (i32.load offset=8 (local.get $p)))
        (br_if $again (i32.ne (local.get $v)
          (i32.atomic.rmw.cmpxchg (i32.add (local.get $p) (i32.const 8)) (local.get $v) (i32.const 5)))))`,
    ],
    [
      'what decides whether to swap or to look again',
      `(block $have (loop $spin
        (block $taken
          (br_if $taken (i32.load (local.get $p)))
          (br_if $have (i32.eqz (i32.atomic.rmw.xchg (local.get $p) (i32.const 1)))))
        (br $spin)))`,
    ],
    [
      'the same at a constant address, which yields at times',
      `(block $have (loop $spin
        (block $taken
          (br_if $taken (i32.load offset=128 (i32.const 0)))
          (br_if $have (i32.eqz (i32.atomic.rmw.xchg offset=128 (i32.const 0) (i32.const 1)))))
        (block (br_if 0 (i32.and (local.get $n) (i32.const 63))) (drop (call $errno)))
        (local.set $n (i32.add (local.get $n) (i32.const 1)))
        (br $spin)))`,
    ],
    [
      'what decides whether to wait',
      `(loop $spin
        (if (i32.eqz (i32.load (local.get $p)))
          (then (drop (memory.atomic.wait32 (local.get $p) (i32.const 0) (i64.const -1))) (br $spin))
          (else (drop (i32.atomic.load (local.get $p))))))`,
    ],
    [
      'a word of 64 bits',
      `(loop $spin (br_if $spin (i64.ne (i64.load (local.get $p)) (i64.const 0)))
        (drop (i64.atomic.rmw.xchg (local.get $p) (i64.const 1))))`,
    ],
  ])('%s', (_, body) => {
    expect(peeksIn(body)).toBe(1);
  });
});

describe('no look is', () => {
  const spin = (then: string, otherwise = '(br $spin)', load = '(i32.load (local.get $p))') => `(block $have (loop $spin
    (block $taken (br_if $taken ${load}) ${then})
    ${otherwise}))`;
  const swap = '(br_if $have (i32.eqz (i32.atomic.rmw.xchg (local.get $p) (i32.const 1))))';
  test.each<[string, string]>([
    [
      'what is followed before the exchange, as the top of a stack',
      exchange('(local.set $n (i32.load offset=4 (local.get $v)))', `(br_if $again ${FAILED})`),
    ],
    [
      'what is written elsewhere before',
      exchange('(i32.store offset=64 (i32.const 0) (local.get $v))', `(br_if $again ${FAILED})`),
    ],
    ['what a function is called with', exchange('(drop (call $work))', `(br_if $again ${FAILED})`)],
    [
      'what is written, and not expected',
      `(loop $again
      (local.set $v (i32.load (local.get $p)))
      (local.set $w (i32.atomic.rmw.cmpxchg (local.get $p) (local.get $n) (local.get $v)))
      (br_if $again ${FAILED}))`,
    ],
    ['what something else is compared with', exchange('', '(br_if $again (i32.ne (local.get $v) (i32.const 5)))')],
    [
      'what waits on the stack over a branch',
      `(i32.load (local.get $p)) (block (br 0))
      (drop (i32.atomic.rmw.xchg (local.get $p) (i32.const 1))) (local.set $v)`,
    ],
    ['what nobody compares', exchange('', '')],
    ['what is used though the exchange failed', exchange('', `(if ${FAILED} (then (return (local.get $v))))`)],
    [
      'what is read once, and used after a failure',
      `(local.set $v (i32.load (local.get $p)))
      (loop $again (local.set $w (i32.atomic.rmw.cmpxchg (local.get $p) (local.get $v) (i32.const 7))) (br_if $again ${FAILED}))`,
    ],
    [
      'what the next round remembers',
      exchange('(local.set $q (i32.add (local.get $q) (local.get $v)))', `(br_if $again ${FAILED})`),
    ],
    [
      'what an exchange of another word follows',
      `(loop $again
      (local.set $v (i32.load (local.get $p)))
      (br_if $again (i32.ne (local.get $v) (i32.atomic.rmw.cmpxchg offset=4 (local.get $p) (local.get $v) (i32.const 1)))))`,
    ],
    [
      'what an exchange of a part of it follows',
      `(loop $again
      (local.set $v (i32.load (local.get $p)))
      (br_if $again (i32.ne (local.get $v) (i32.atomic.rmw8.cmpxchg_u (local.get $p) (local.get $v) (i32.const 1)))))`,
    ],
    [
      'what an exchange of the pointer that it was follows',
      `(loop $again
      (local.set $p (i32.load (local.get $p)))
      (br_if $again (i32.ne (local.get $p) (i32.atomic.rmw.cmpxchg (local.get $p) (local.get $p) (i32.const 1)))))`,
    ],
    ['what lets go on to memory without a try', spin('(i32.store offset=64 (local.get $p) (i32.const 1)) (br $have)')],
    ['what lets go on to memory when it is taken', spin(swap, '(i32.store offset=64 (local.get $p) (i32.const 1)) (br $spin)')],
    ['what lets return when it is taken', spin(swap, '(return (i32.const 1))')],
    ['what lets end', spin('(br $have)')],
    ['what lets work meanwhile', spin(swap, '(drop (call $work)) (br $spin)')],
    ['what lets call others meanwhile', spin(swap, '(drop (call $other)) (br $spin)')],
    [
      'what is read of another word in the next round',
      spin(swap, '(local.set $p (i32.add (local.get $p) (i32.const 4))) (br $spin)'),
    ],
    [
      'a look at one word before a swap of another',
      spin('(drop (i32.atomic.rmw.xchg offset=4 (local.get $p) (i32.const 1))) (br $have)'),
    ],
    ['what a store overwrites whatever it was', spin('(i32.atomic.store (local.get $p) (i32.const 1)) (br $have)')],
    ['what a swap stores elsewhere', `(drop (i32.atomic.rmw.xchg (local.get $p) (i32.load (local.get $p))))`],
    ['what stays in a local for later', spin(swap, '(br $spin)', '(local.tee $v (i32.load (local.get $p)))')],
    ['a byte', spin(swap, '(br $spin)', '(i32.load8_u (local.get $p))')],
    ['what a fence follows', spin('(atomic.fence) (br $have)')],
    ['what a global keeps', spin(`(global.set $stack (i32.const 1)) ${swap}`)],
  ])('%s', (_, body) => {
    expect(peeksIn(body)).toBe(0);
  });
});
