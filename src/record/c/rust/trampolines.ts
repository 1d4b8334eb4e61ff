// Assembler for x86-64: what the linker puts in front of functions of Rust's standard library (`--wrap`). Each keeps what its function is given and gives back
// in a `struct ft_std_call` on its stack, and calls what the runtime tells of it, before and after (runtime/intercept/rust-std.c).

import type { Model, StandardModels } from './standard-models.ts';

export function trampolines({ models, current }: StandardModels): string {
  const parts = Array.from(models, ([symbol, model]) => trampoline(symbol, model));
  return `.text
.globl __foretrace_std_current
.hidden __foretrace_std_current
__foretrace_std_current:
  jmp __real_${current}@PLT
${parts.join('')}.section .note.GNU-stack,"",@progbits
`;
}

const ARGUMENTS = ['rdi', 'rsi', 'rdx', 'rcx', 'r8', 'r9'];
/** Rust's own functions return in up to three. */
const RESULTS = ['rax', 'rdx', 'rcx'];
const RESULTS_AT = 8 * ARGUMENTS.length;
const SITE_AT = RESULTS_AT + 8 * RESULTS.length;
const CALL_BYTES = 144;

function trampoline(symbol: string, { before, after }: Model): string {
  const told = (model: string | undefined): string[] =>
    model === undefined ? [] : ['movq %rsp, %rdi', `call __foretrace_std_${model}@PLT`];
  const lines = [
    ...[
      '.cfi_startproc',
      'pushq %rbp',
      '.cfi_def_cfa_offset 16',
      '.cfi_offset rbp, -16',
      'movq %rsp, %rbp',
      '.cfi_def_cfa_register rbp',
    ],
    `subq $${CALL_BYTES}, %rsp`,
    ...ARGUMENTS.map((register, i) => `movq %${register}, ${8 * i}(%rsp)`),
    // Just before where it returns to is the call.
    ...['movq 8(%rbp), %rax', 'decq %rax', `movq %rax, ${SITE_AT}(%rsp)`],
    ...told(before),
    ...ARGUMENTS.map((register, i) => `movq ${8 * i}(%rsp), %${register}`),
    `call __real_${symbol}@PLT`,
    ...RESULTS.map((register, i) => `movq %${register}, ${RESULTS_AT + 8 * i}(%rsp)`),
    ...told(after),
    ...RESULTS.map((register, i) => `movq ${RESULTS_AT + 8 * i}(%rsp), %${register}`),
    ...['leave', '.cfi_def_cfa rsp, 8', 'ret', '.cfi_endproc'],
  ];
  return `.globl __wrap_${symbol}
.hidden __wrap_${symbol}
.type __wrap_${symbol}, @function
__wrap_${symbol}:
${lines.map((line) => `  ${line}\n`).join('')}`;
}
