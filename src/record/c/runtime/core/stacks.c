// Which functions a thread was in when it made another: a pointer to a variable of theirs is what threads are given most often. For each function
// the code address, and the stack and frame pointers that it had, so that its variables can be found. Not what is on the stack.
#include "runtime.h"
#include "system.h"
#include <dlfcn.h>
#include <stdio.h>
#include <unwind.h>

#ifdef __aarch64__
enum { FRAME_POINTER = 29 };
#else
enum { FRAME_POINTER = 6 };
#endif
// A thread that is made deeper than this is told by the innermost; a program that makes threads at more places than this, by the first.
enum { FRAMES = 48, LINE = 3 * 17 + 1, STACKS = 1024 };

// C programs do not link the unwinder; the C library loads it when it needs it, and so do we.
static __typeof__(&_Unwind_Backtrace) walk;
static __typeof__(&_Unwind_GetIP) code_of;
static __typeof__(&_Unwind_GetCFA) stack_of;
static __typeof__(&_Unwind_GetGR) register_of;

void ft_find_unwinder(void) {
  void *library = FT_REAL(dlopen)("libgcc_s.so.1", RTLD_NOW);
  if (!library) return;
  code_of = (__typeof__(code_of))dlsym(library, "_Unwind_GetIP");
  stack_of = (__typeof__(stack_of))dlsym(library, "_Unwind_GetCFA");
  register_of = (__typeof__(register_of))dlsym(library, "_Unwind_GetGR");
  if (code_of && stack_of && register_of) walk = (__typeof__(walk))dlsym(library, "_Unwind_Backtrace");
}

struct text {
  int frames;
  size_t length;
  char bytes[32 + FRAMES * LINE];
};

static _Unwind_Reason_Code note(struct _Unwind_Context *frame, void *value) {
  struct text *text = value;
  text->length += FT_REAL(snprintf)(text->bytes + text->length, LINE + 1, "%lx %lx %lx\n", (long)code_of(frame), (long)stack_of(frame),
                                    (long)register_of(frame, FRAME_POINTER));
  return ++text->frames < FRAMES ? _URC_NO_REASON : _URC_END_OF_STACK;
}

void ft_note_stack(struct ft_thread *t, uint64_t site) {
  static int stacks;
  uint64_t here = (uint64_t)__builtin_frame_address(0);
  // A loop that makes threads makes them all in the same functions.
  if (!walk || (t->noted_at == here && t->noted_site == site) || __atomic_add_fetch(&stacks, 1, __ATOMIC_RELAXED) > STACKS) return;
  t->noted_at = here;
  t->noted_site = site;
  int error = errno;
  struct text text;
  text.frames = 0;
  text.length = FT_REAL(snprintf)(text.bytes, 32, "thread %u\n", t->number);
  // The unwinder may allocate. What a handler did meanwhile would be lost.
  uint64_t signals = ft_block_signals();
  ft_me = &ft_silent;
  walk(note, &text);
  ft_me = t;
  ft_set_signals(signals);
  ft_folder_append("stacks", text.bytes, text.length);
  errno = error;
}
