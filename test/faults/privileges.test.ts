// Programs that give up their user, their group or their root, as daemons do: what their threads do afterwards is recorded, or the result
// is partial.

import { describe, expect, it } from 'vitest';
import { folder, foretrace, type Outcome } from '../cli/run.ts';
import { needsRoot } from '../needs.ts';
import { compiled, temporary } from './faults.ts';

/** The letters are those of programs/privileges.c. */
function run(letters: string): Outcome {
  return foretrace(['run', compiled('privileges'), letters, folder()], { env: { TMPDIR: temporary() } });
}

describe('a race is found by threads that begin', () => {
  const changes: [string, string][] = [
    ['after setgid and setuid', 'gut'],
    ['after both, with logs that were begun before', 'wguwt'],
    ['after seteuid, and after it was taken back', 'etbt'],
    ['after setresgid and setresuid', 'rt'],
    ['after setregid and setreuid', 'Rt'],
    ['after a chroot', 'ct'],
    ['after a chroot and setuid', 'cgut'],
    ['after all that, in a child', 'cguft'],
    ['in a child that does all that', 'fcgut'],
    ['in the child of a child', 'fft'],
    ['after a child of vfork changed its user', 'vt'],
    ['after a change to the user that it is, with no descriptor left', 'bxt'],
  ];
  for (const [when, letters] of changes)
    it(when, (context) => {
      needsRoot(context);
      const { status, stdout, stderr } = run(letters);
      expect(stderr).not.toContain('partial');
      expect(stdout).toMatch(/^race {2}late /m);
      expect(stdout).toMatch(/privileges\.c:\d+ \(work\)/);
      expect(status, stderr).toBe(1);
    });
});

describe('the result is partial, and says why,', () => {
  const losses: [string, string, string][] = [
    ['if all descriptors are closed after a chroot', 'cxt', 'closed the descriptor that the recorder keeps'],
    ['if all descriptors are closed after setuid', 'guxt', 'closed the descriptor that the recorder keeps'],
    ['if they become others', 'cot', 'closed the descriptor that the recorder keeps'],
    ['if a child makes threads then', 'guxft', 'closed the descriptor that the recorder keeps'],
    ['if the user changes without the C library', 'st', 'had become a user who may not write the recording (EACCES)'],
  ];
  for (const [when, letters, why] of losses)
    it(when, (context) => {
      needsRoot(context);
      const { status, stderr } = run(letters);
      expect(stderr).toMatch(/^foretrace: partial: /m);
      expect(stderr).toContain(why);
      expect(status).toBe(3);
    });
});
