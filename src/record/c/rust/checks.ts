// What recording Rust needs beside what C needs.

import { InputError } from '../../../base/error.ts';
import type { Check } from '../checks.ts';
import type { Environment } from '../toolchain.ts';
import { isModelled } from './ready-made.ts';
import { findLibrary, hasSources, MISSING_SOURCES } from './standard-library.ts';
import { findRust, type Rust } from './toolchain.ts';

export function rustChecks(env: Environment): Check[] {
  const about = { id: 'rustc', title: 'Rust compiler' };
  try {
    const rust = findRust([], env);
    return [{ ...about, ok: true, detail: `${rust.command[0]}: ${versionOf(rust)}`, hint: '' }, library(rust, env)];
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return [{ ...about, ok: false, detail: error.message, hint: error.hint }];
  }
}

/** `rustc 1.95.0`, without the day and the commit. */
function versionOf({ identity }: Rust): string {
  return identity.split(/\s/).slice(0, 2).join(' ');
}

function library(rust: Rust, env: Environment): Check {
  const about = { id: 'rust-src', title: "Rust's standard library" };
  if (findLibrary(rust, env) !== undefined) return { ...about, ok: true, detail: 'built so that it is recorded', hint: '' };
  if (hasSources(rust))
    return { ...about, ok: true, detail: 'its sources are there; the first build compiles it, which takes a minute', hint: '' };
  if (isModelled(rust))
    return {
      ...about,
      ok: true,
      detail: 'without its sources; what its locks order is modelled',
      hint: '',
    };
  return { ...about, ok: false, detail: 'its sources are not there', hint: MISSING_SOURCES };
}
