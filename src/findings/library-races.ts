// Races of the standard libraries themselves, which every program has that uses them so, and which no program can mend: data for
// builtin-suppression.ts. Here is only what was seen in a recording and is known to those who write the library or the tools for it.

/** An access of such a race. */
export interface LibraryAccess {
  readonly op: 'read' | 'write';
  /** The functions that did it, the innermost first; all of them are of the library. */
  readonly functions: readonly string[];
  /** The header that the last of them is in. */
  readonly header: string;
}

export interface LibraryRace {
  readonly name: string;
  /** As frames tell it. */
  readonly library: string;
  /** Who may meet whom, in either order. */
  readonly pairs: readonly (readonly [LibraryAccess, LibraryAccess])[];
  /** The function that allocates the memory where that is the library's own and not a variable of its file; absent where the accesses say enough. */
  readonly owner?: string;
  readonly why: string;
  readonly reference: string;
}

const narrow = (op: 'read' | 'write'): LibraryAccess => ({
  op,
  functions: ['std::ctype::narrow'],
  header: 'bits/locale_facets.h',
});

const loads: LibraryAccess = { op: 'read', functions: ['std::_Sp_atomic::load'], header: 'bits/shared_ptr_atomic.h' };
const stores: LibraryAccess = {
  op: 'write',
  functions: ['std::swap', 'std::_Sp_atomic::swap'],
  header: 'bits/shared_ptr_atomic.h',
};

export const libraryRaces: readonly LibraryRace[] = [
  {
    name: 'ctype-narrow',
    library: 'libstdc++',
    pairs: [
      [narrow('write'), narrow('read')],
      [narrow('write'), narrow('write')],
    ],
    // The same function also writes what its caller asks it to: only the cache in the facet is the library's.
    owner: 'std::locale::_Impl::_Impl',
    why: 'std::ctype<char>::narrow keeps what it found in a cache of the facet without an order; all threads write the same',
    reference: 'https://gcc.gnu.org/bugzilla/show_bug.cgi?id=77704',
  },
  {
    name: 'atomic-shared-ptr',
    library: 'libstdc++',
    // What load reads is always the pointer in the atomic itself.
    pairs: [[loads, stores]],
    why: 'std::atomic<std::shared_ptr>::load gives its lock bit back by a relaxed operation, which orders nothing',
    reference: 'https://github.com/google/sanitizers/issues/1558',
  },
];
