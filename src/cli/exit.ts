// The exit statuses: part of the contract with scripts, never renumbered.

export const Exit = {
  ok: 0,
  /** Findings at or above --fail-on. */
  findings: 1,
  /** Wrong usage or unreadable input. */
  input: 2,
  /** A limit was reached and the result is partial. */
  partial: 3,
  /** Our own fault. */
  internal: 70,
  interrupted: 130,
} as const;
