// The recorder of Java, as the run and record commands see it: an agent that every JVM of the command loads.

import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Recorder } from '../recorder.ts';
import { javaNaming } from './naming.ts';

export const javaRecorder: Recorder = {
  id: 'java',
  memoryModel: 'java',

  environment(folder, { maxEvents, stacks, include }, inherited): Record<string, string> {
    const jar = agentPath();
    // A clone that was built without Maven: `foretrace doctor` says so.
    if (jar === undefined) return {};
    return {
      FORETRACE_RECORD: folder,
      JAVA_TOOL_OPTIONS: withAgent(inherited['JAVA_TOOL_OPTIONS'], jar),
      ...(maxEvents === undefined ? {} : { FORETRACE_MAX_EVENTS: String(maxEvents) }),
      ...(include.includes('**') ? { FORETRACE_JAVA_TOOLS: 'record' } : {}),
      ...(stacks === undefined ? {} : { FORETRACE_JAVA_STACKS: stacks }),
    };
  },

  naming: async (folder) => javaNaming(folder),
};

/** Where the build puts it: beside this file in dist, below it in a clone. */
export function agentPath(): string | undefined {
  const places = ['./foretrace-java.jar', './target/foretrace-java.jar'];
  return places.map((place) => fileURLToPath(new URL(place, import.meta.url))).find((path) => existsSync(path));
}

/** The JVM takes words apart at white space, and keeps what is in quotes together. */
function withAgent(options: string | undefined, jar: string): string {
  const word = `-javaagent:${jar}`;
  const ours = /\s/.test(word) ? `"${word}"` : word;
  if (options?.includes(ours)) return options;
  return options ? `${options} ${ours}` : ours;
}
