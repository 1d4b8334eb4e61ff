// What a program says about itself to foretrace (docs/annotate.md). Without its recorder nothing is called. Copy the file, or build with
// `foretrace cc`, which finds it.
#ifndef FORETRACE_ANNOTATE_H
#define FORETRACE_ANNOTATE_H

#ifdef __cplusplus
extern "C" {
#endif

// Weak: they are 0 in a program that was not built by `foretrace cc`.
__attribute__((weak)) void __foretrace_atomic_begin(const char *name);
__attribute__((weak)) void __foretrace_atomic_end(void);

#ifdef __cplusplus
}
#endif

// What this thread does between the two must look as if nothing else happened meanwhile. The name is a string literal. May be nested; the
// outermost counts.
#define FORETRACE_ATOMIC_BEGIN(name) (__foretrace_atomic_begin ? __foretrace_atomic_begin("" name) : (void)0)
#define FORETRACE_ATOMIC_END() (__foretrace_atomic_end ? __foretrace_atomic_end() : (void)0)

#ifdef __cplusplus
namespace foretrace {
struct atomic_scope {
  ~atomic_scope() { FORETRACE_ATOMIC_END(); }
};
} // namespace foretrace

// The rest of a scope, however it is left.
#define FORETRACE_ATOMIC_SCOPE(name) \
  FORETRACE_ATOMIC_BEGIN(name);      \
  foretrace::atomic_scope foretrace_atomic_scope
#endif

#endif
