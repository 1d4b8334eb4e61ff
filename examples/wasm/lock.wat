;; A spin lock that looks plainly before it tries, around a counter: for `foretrace doctor --wasm examples/wasm/lock.wasm`.
;; lock.wasm is what `wat2wasm --enable-threads --debug-names lock.wat` makes of it.
(module $lock
  (import "js" "memory" (memory 1 1 shared))
  (func $lock
    (block $have
      (loop $spin
        (block $taken
          (br_if $taken (i32.load (i32.const 0)))
          (br_if $have (i32.eqz (i32.atomic.rmw.xchg (i32.const 0) (i32.const 1)))))
        (br $spin))))
  (func $unlock
    (i32.atomic.store (i32.const 0) (i32.const 0)))
  (func $add (export "add") (param $at i32)
    (call $lock)
    (i64.store (local.get $at) (i64.add (i64.load (local.get $at)) (i64.const 1)))
    (call $unlock)))
