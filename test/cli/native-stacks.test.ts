// Call stacks beside those of the accesses, as the program tells them, and how to record none. The labelled programs are in
// test/record-native/stacks/.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { needs } from '../needs.ts';
import { sample } from '../runs.ts';
import { folder, foretrace } from './run.ts';

interface Frame {
  readonly function?: string;
  readonly location: string;
  readonly library?: string;
}
interface Access {
  readonly thread: string;
  readonly stack: readonly Frame[];
  readonly taken: readonly { readonly stack: readonly Frame[] }[];
}
interface Finding {
  readonly variable: string;
  readonly first: Access;
  readonly second: Access;
  readonly forks: readonly { readonly stack: readonly Frame[] }[];
  readonly allocation?: { readonly stack: readonly Frame[] };
}

/** Own functions, innermost first, or what else is told of them. */
const own = (stack: readonly Frame[], tell = (frame: Frame) => frame.function ?? frame.location): string =>
  stack
    .filter(({ library }) => library === undefined)
    .map(tell)
    .join(' < ');

/** A thread and a lock from two functions deep, in a process that was made by fork. */
const FORKED = `#include <pthread.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>
#define FAR __attribute__((noinline))
int shared;
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
FAR static void enter(void) { pthread_mutex_lock(&lock); }
FAR static void careful(void) { enter(); shared++; pthread_mutex_unlock(&lock); }
static void *one(void *unused) { careful(); return unused; }
static void *two(void *unused) { shared++; return unused; }
FAR static void make(pthread_t *thread, void *(*run)(void *)) { pthread_create(thread, 0, run, 0); }
FAR static void makes(void) {
  pthread_t threads[2];
  make(threads, one);
  make(threads + 1, two);
  for (int i = 0; i < 2; i++) pthread_join(threads[i], 0);
}
/* The parent has contexts of its own in its log. */
FAR static void allocates(void) { free(malloc(10)); }
FAR static void child(void) { allocates(); if (!fork()) { makes(); _exit(0); } wait(0); }
int main(int count, char **words) { if (count > 1 && *words) child(); else makes(); }
`;

/** The C++ library makes the threads, and the buffer of the text, in the name of functions that are expanded in main. */
const BY_LIBRARY = `#include <string>
#include <thread>
static std::string text;
static void fill() { text.assign(100, 'x'); }
static void poke() { text[3]++; }
static void both() {
  std::thread one(poke);
  std::thread two(poke);
  one.join();
  two.join();
}
int main() {
  fill();
  both();
}
`;

describe('beside the accesses', () => {
  test.for(sample(['-O0', '-O2'], 2))(
    'what a library does has the line of the program that asked for it: %s',
    (level, { skip }) => {
      needs('gcc', { skip });
      const cwd = folder();
      writeFileSync(join(cwd, 'text.cpp'), BY_LIBRARY);
      foretrace(['c++', '-g', level, '-pthread', 'text.cpp', '-o', 'text'], { cwd });
      const { stdout } = foretrace(['run', '--format', 'json', './text'], { cwd });
      const [{ variable, forks, allocation }] = (JSON.parse(stdout) as { findings: [Finding] }).findings;
      expect(variable).toBe('text.cpp:4:22 new(101)[3..4)');
      expect(own(allocation!.stack)).toBe('fill < main');
      expect(forks.map(({ stack }) => own(stack, ({ location }) => location)).sort()).toEqual([
        'text.cpp:7 (both) < text.cpp:14 (main)',
        'text.cpp:8 (both) < text.cpp:14 (main)',
      ]);
    },
  );

  test.for(sample(['./stacks', './stacks x'], 2))('threads and locks are told with their callers: %s', (command, { skip }) => {
    needs('gcc', { skip });
    const cwd = folder();
    writeFileSync(join(cwd, 'stacks.c'), FORKED);
    foretrace(['cc', '-g', '-O2', '-pthread', 'stacks.c', '-o', 'stacks'], { cwd });
    const { stdout } = foretrace(['run', '--format', 'json', ...command.split(' ')], { cwd });
    const [finding] = (JSON.parse(stdout) as { findings: Finding[] }).findings;
    const around = command === './stacks' ? 'makes < main' : 'makes < child < main';
    expect(finding!.forks.map(({ stack }) => own(stack))).toEqual([`make < ${around}`, `make < ${around}`]);
    const careful = [finding!.first, finding!.second].find(({ taken }) => taken.length > 0);
    expect(careful!.taken.map(({ stack }) => own(stack))).toEqual(['enter < careful < one']);
  });

  test('they are not recorded with --record-stacks none', (context) => {
    needs('gcc', context);
    const cwd = folder();
    writeFileSync(join(cwd, 'stacks.c'), FORKED);
    foretrace(['cc', '-g', '-O2', '-pthread', 'stacks.c', '-o', 'stacks'], { cwd });
    const { stdout } = foretrace(['run', '--record-stacks', 'none', '--format', 'json', './stacks'], { cwd });
    const [finding] = (JSON.parse(stdout) as { findings: Finding[] }).findings;
    expect(finding!.forks.map(({ stack }) => own(stack))).toEqual(['make', 'make']);
  });
});
