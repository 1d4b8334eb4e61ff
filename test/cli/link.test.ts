// Recorded objects that somebody else links: the linker names the remedy, and what needs no runtime yet is linked.

import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { folder, foretrace } from './run.ts';

const HINT = 'link_this_program_with_foretrace_cc';

describe.each(['gcc', 'clang'] as const)('objects of %s', (name) => {
  const env = { FORETRACE_CC: name };
  const build = (cwd: string, ...args: string[]) => foretrace(['cc', ...args], { cwd, env });
  const plain = (cwd: string, ...args: string[]) => spawnSync('gcc', args, { cwd, encoding: 'utf8' });
  const program = (): string => {
    const cwd = folder();
    writeFileSync(join(cwd, 'shared.h'), '#pragma once\nextern int x;\n');
    writeFileSync(join(cwd, 'main.c'), '#include "shared.h"\nint x;\nint main(void) { x++; return 0; }\n');
    return cwd;
  };

  test('say what to do when another links them, and are linked by us', (context) => {
    needs(['gcc', name], context);
    const cwd = program();
    expect(build(cwd, '-c', 'main.c').status).toBe(0);
    const failed = plain(cwd, 'main.o', '-o', 'main');
    expect(failed.stderr).toContain(HINT);
    expect(failed.status).not.toBe(0);
    expect(build(cwd, 'main.o', '-o', 'main').status).toBe(0);
    expect(spawnSync(join(cwd, 'main'), { cwd }).status).toBe(0);
  });

  test('become a shared object without us', (context) => {
    needs(['gcc', name], context);
    const cwd = program();
    expect(build(cwd, '-fPIC', '-c', 'main.c').status).toBe(0);
    const linked = plain(cwd, '-shared', 'main.o', '-o', 'libmain.so');
    expect(linked.stderr).toBe('');
    expect(linked.status).toBe(0);
  });

  test.for([['-pipe'], ['-flto'], ['-g0', '-O2'], ['-save-temps'], ['-MMD', '-MF', 'main.d']])(
    'are made and linked with %j',
    (flags, context) => {
      needs(name, context);
      const cwd = program();
      expect(build(cwd, ...flags, '-c', 'main.c', '-o', 'main.o').status).toBe(0);
      expect(build(cwd, ...flags, 'main.o', '-o', 'main').status).toBe(0);
      expect(spawnSync(join(cwd, 'main'), { cwd }).status).toBe(0);
    },
  );

  test('use a precompiled header', (context) => {
    needs(['gcc', name], context);
    const cwd = program();
    expect(build(cwd, '-w', '-x', 'c-header', 'shared.h', '-o', 'shared.h.gch').status).toBe(0);
    // gcc says so of the header itself; clang takes it for an option.
    const use = name === 'gcc' ? ['-H', '-Winvalid-pch', '-Werror'] : ['-include', 'shared.h'];
    const { status, stderr } = build(cwd, ...use, '-c', 'main.c', '-o', 'main.o');
    expect({ status, stderr }).toEqual({ status: 0, stderr: name === 'gcc' ? expect.stringMatching(/^! shared\.h\.gch$/m) : '' });
    expect(build(cwd, 'main.o', '-o', 'main').status).toBe(0);
  });

  test('are not asked for by assembler', (context) => {
    needs(['gcc', name], context);
    const cwd = program();
    writeFileSync(join(cwd, 'one.S'), '#define NAME one\n.globl NAME\nNAME: ret\n.section .note.GNU-stack,"",@progbits\n');
    expect(build(cwd, '-c', 'one.S').status).toBe(0);
    writeFileSync(join(cwd, 'calls.c'), 'void one(void);\nint main(void) { one(); return 0; }\n');
    expect(plain(cwd, 'calls.c', 'one.o', '-o', 'calls')).toMatchObject({ status: 0, stderr: '' });
    expect(spawnSync(join(cwd, 'calls'), { cwd }).status).toBe(0);
  });
});
