// The one list of commands, in the order of help.

import type { CommandEntry } from '../command.ts';

export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    group: 'Every day',
    summary: 'a guided tour: one small run, its race, and why it is one',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  {
    name: 'run',
    group: 'Every day',
    summary: 'run a program, record it, and report its races',
    runsProgram: true,
    load: async () => (await import('./run.ts')).runCommand,
  },
  {
    name: 'record',
    group: 'Every day',
    summary: 'run a program and record it into a trace',
    runsProgram: true,
    load: async () => (await import('./record.ts')).recordCommand,
  },
  {
    name: 'analyze',
    group: 'Every day',
    summary: 'find the races of a trace',
    load: async () => (await import('./analyze.ts')).analyzeCommand,
  },
  {
    name: 'explain',
    group: 'Every day',
    summary: 'tell everything that is known of one finding',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  {
    name: 'baseline',
    group: 'Every day',
    summary: 'write the findings of a trace down, so that only new ones count',
    load: async () => (await import('./baseline.ts')).baselineCommand,
  },
  {
    name: 'diff',
    group: 'Every day',
    summary: 'say which findings are new, gone and still there',
    load: async () => (await import('./diff.ts')).diffCommand,
  },
  {
    name: 'cc',
    group: 'Every day',
    summary: 'compile C so that the program can be recorded',
    load: async () => (await import('./cc.ts')).ccCommand,
  },
  {
    name: 'c++',
    group: 'Every day',
    summary: 'compile C++ so that the program can be recorded',
    load: async () => (await import('./cxx.ts')).cxxCommand,
  },
  {
    name: 'doctor',
    group: 'Every day',
    summary: 'say what recording needs, what of it is here, and how to get the rest',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    name: 'completion',
    group: 'Every day',
    summary: 'print the completion script of a shell',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
  {
    name: 'stats',
    group: 'Traces',
    summary: 'count what is in a trace',
    load: async () => (await import('./stats.ts')).statsCommand,
  },
  {
    name: 'show',
    group: 'Traces',
    summary: 'print a trace, or a part of it, as a table',
    load: async () => (await import('./show.ts')).showCommand,
  },
  {
    name: 'check',
    group: 'Traces',
    summary: 'say whether a trace is well-formed, and what is wrong where',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'convert',
    group: 'Traces',
    summary: 'write a trace in another format',
    load: async () => (await import('./convert.ts')).convertCommand,
  },
  {
    name: 'verify',
    group: 'Traces',
    summary: 'check the schedule that proves a race',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'assemble',
    group: 'Traces',
    summary: 'make traces of the raw logs that a recorder left',
    load: async () => (await import('./assemble.ts')).assembleCommand,
  },
  {
    name: 'detectors',
    group: 'Traces',
    summary: 'list the detectors: what each reports, how sure it is, what it costs',
    load: async () => (await import('./detectors.ts')).detectorsCommand,
  },
  {
    name: 'formats',
    group: 'Traces',
    summary: 'list the formats, and what each can express',
    load: async () => (await import('./formats.ts')).formatsCommand,
  },
  {
    name: 'compare',
    group: 'For research',
    summary: 'run several detectors on a trace and compare what they find and cost',
    load: async () => (await import('./compare.ts')).compareCommand,
  },
  {
    name: 'compress',
    group: 'For research',
    summary: 'write a trace as a grammar that generates it',
    load: async () => (await import('./compress.ts')).compressCommand,
  },
  {
    name: 'decompress',
    group: 'For research',
    summary: 'write the trace that a grammar generates',
    load: async () => (await import('./decompress.ts')).decompressCommand,
  },
  {
    name: 'grammar',
    group: 'For research',
    summary: 'look at a compressed trace, and find its races without expanding it',
    load: async () => (await import('./grammar.ts')).grammarCommand,
  },
  {
    name: 'reduce',
    group: 'For research',
    summary: 'write a shorter trace with the same happens-before',
    load: async () => (await import('./reduce.ts')).reduceCommand,
  },
  {
    name: 'track',
    group: 'For research',
    summary: 'count the vector operations of clock tracking, FF against LOFT',
    load: async () => (await import('./track.ts')).trackCommand,
  },
  {
    name: 'generate',
    group: 'For research',
    summary: 'write a random trace',
    load: async () => (await import('./generate.ts')).generateCommand,
  },
];
