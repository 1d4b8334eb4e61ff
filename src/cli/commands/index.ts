// The one list of commands, in the order of help.

import type { CommandEntry } from '../command.ts';

export const commands: readonly CommandEntry[] = [
  {
    name: 'demo',
    summary: 'a guided tour: one small run, its race, and why it is one',
    load: async () => (await import('./demo.ts')).demoCommand,
  },
  {
    name: 'run',
    summary: 'run a program, record it, and report its races',
    runsProgram: true,
    load: async () => (await import('./run.ts')).runCommand,
  },
  {
    name: 'record',
    summary: 'run a program and record it into a trace',
    runsProgram: true,
    load: async () => (await import('./record.ts')).recordCommand,
  },
  {
    name: 'analyze',
    summary: 'find the races of a trace',
    load: async () => (await import('./analyze.ts')).analyzeCommand,
  },
  {
    name: 'compare',
    summary: 'run several detectors on a trace and compare what they find and cost',
    load: async () => (await import('./compare.ts')).compareCommand,
  },
  {
    name: 'explain',
    summary: 'tell everything that is known of one finding',
    load: async () => (await import('./explain.ts')).explainCommand,
  },
  {
    name: 'verify',
    summary: 'check the schedule that proves a race',
    load: async () => (await import('./verify.ts')).verifyCommand,
  },
  {
    name: 'baseline',
    summary: 'write the findings of a trace down, so that only new ones count',
    load: async () => (await import('./baseline.ts')).baselineCommand,
  },
  {
    name: 'cc',
    summary: 'compile C so that the program can be recorded',
    load: async () => (await import('./cc.ts')).ccCommand,
  },
  {
    name: 'c++',
    summary: 'compile C++ so that the program can be recorded',
    load: async () => (await import('./cxx.ts')).cxxCommand,
  },
  {
    name: 'assemble',
    summary: 'make traces of the raw logs that a recorder left',
    load: async () => (await import('./assemble.ts')).assembleCommand,
  },
  {
    name: 'doctor',
    summary: 'say what recording needs, what of it is here, and how to get the rest',
    load: async () => (await import('./doctor.ts')).doctorCommand,
  },
  {
    name: 'stats',
    summary: 'count what is in a trace',
    load: async () => (await import('./stats.ts')).statsCommand,
  },
  {
    name: 'show',
    summary: 'print a trace, or a part of it, as a table',
    load: async () => (await import('./show.ts')).showCommand,
  },
  {
    name: 'check',
    summary: 'say whether a trace is well-formed, and what is wrong where',
    load: async () => (await import('./check.ts')).checkCommand,
  },
  {
    name: 'convert',
    summary: 'write a trace in another format',
    load: async () => (await import('./convert.ts')).convertCommand,
  },
  {
    name: 'compress',
    summary: 'write a trace as a grammar that generates it',
    load: async () => (await import('./compress.ts')).compressCommand,
  },
  {
    name: 'decompress',
    summary: 'write the trace that a grammar generates',
    load: async () => (await import('./decompress.ts')).decompressCommand,
  },
  {
    name: 'grammar',
    summary: 'look at a compressed trace, and find its races without expanding it',
    load: async () => (await import('./grammar.ts')).grammarCommand,
  },
  {
    name: 'reduce',
    summary: 'write a shorter trace with the same happens-before',
    load: async () => (await import('./reduce.ts')).reduceCommand,
  },
  {
    name: 'track',
    summary: 'count the vector operations of clock tracking, FF against LOFT',
    load: async () => (await import('./track.ts')).trackCommand,
  },
  {
    name: 'generate',
    summary: 'write a random trace',
    load: async () => (await import('./generate.ts')).generateCommand,
  },
  {
    name: 'detectors',
    summary: 'list the detectors: what each reports, how sure it is, what it costs',
    load: async () => (await import('./detectors.ts')).detectorsCommand,
  },
  {
    name: 'formats',
    summary: 'list the formats, and what each can express',
    load: async () => (await import('./formats.ts')).formatsCommand,
  },
  {
    name: 'completion',
    summary: 'print the completion script of a shell',
    load: async () => (await import('./completion.ts')).completionCommand,
  },
];
