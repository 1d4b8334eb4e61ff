// The functions of the C library that ours stand in front of. Inside of the runtime none of them may be called by its name: that would be ours, which
// records what we do as if the program did it, may be the program's own, and may wait for what we hold. FT_REAL(name) is the one behind; bytes.h has
// loops; system calls are made as such. Whoever means what the program would get says so (FT_PROGRAMS).
//
// gcc refuses such a call. Calls that a compiler makes up, and all of clang's, are found in the object: test/record/c/calls-inside.test.ts, which also
// holds this list against what the runtime defines.
#ifndef FORETRACE_INTERCEPTED_H
#define FORETRACE_INTERCEPTED_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <dlfcn.h>
#include <fcntl.h>
#include <grp.h>
#include <malloc.h>
#include <mqueue.h>
#include <netdb.h>
#include <pthread.h>
#include <pwd.h>
#include <sched.h>
#include <semaphore.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/mman.h>
#include <sys/msg.h>
#include <sys/sem.h>
#include <sys/sendfile.h>
#include <sys/shm.h>
#include <sys/socket.h>
#include <sys/uio.h>
#include <threads.h>
#include <time.h>
#include <ucontext.h>
#include <unistd.h>

// What has no declaration of its own in these headers is not here: calls of it need one first.
#define FT_INTERCEPTED(NAME) \
  NAME(_Exit) NAME(__getdelim) NAME(_exit) NAME(_longjmp) NAME(accept) NAME(accept4) NAME(aligned_alloc) NAME(asctime) NAME(asctime_r) NAME(bcmp)            \
  NAME(bzero) NAME(call_once) NAME(calloc) NAME(chroot) NAME(clone) NAME(close) NAME(cnd_broadcast) NAME(cnd_signal) NAME(cnd_timedwait)    \
  NAME(cnd_wait) NAME(connect) NAME(copy_file_range) NAME(ctime) NAME(ctime_r) NAME(dlclose) NAME(dlopen) NAME(drand48) NAME(dup2)          \
  NAME(dup3) NAME(epoll_ctl) NAME(epoll_pwait) NAME(epoll_wait) NAME(eventfd_read) NAME(eventfd_write) NAME(exit) NAME(fclose)              \
  NAME(fflush) NAME(fgetc) NAME(fgets) NAME(flockfile) NAME(fprintf) NAME(fputc) NAME(fputs) NAME(fread) NAME(free) NAME(fscanf)            \
  NAME(ftrylockfile) NAME(funlockfile) NAME(fwrite) NAME(getc) NAME(getcwd) NAME(getdelim) NAME(getgrgid) NAME(getgrnam)                    \
  NAME(gethostbyname) NAME(getline) NAME(getpwnam) NAME(getpwuid) NAME(gmtime) NAME(gmtime_r) NAME(kill) NAME(killpg) NAME(localtime)       \
  NAME(localtime_r) NAME(longjmp) NAME(lrand48) NAME(malloc) NAME(memalign) NAME(memchr) NAME(memcmp) NAME(memcpy) NAME(memmove)            \
  NAME(mempcpy) NAME(memset) NAME(mmap) NAME(mmap64) NAME(mq_receive) NAME(mq_send) NAME(mq_timedreceive) NAME(mq_timedsend) NAME(mrand48)  \
  NAME(msgrcv) NAME(msgsnd) NAME(mtx_lock) NAME(mtx_timedlock) NAME(mtx_trylock) NAME(mtx_unlock) NAME(munmap) NAME(posix_memalign)         \
  NAME(pread) NAME(pread64) NAME(preadv) NAME(preadv2) NAME(preadv64) NAME(preadv64v2) NAME(printf) NAME(pthread_barrier_destroy)           \
  NAME(pthread_barrier_init) NAME(pthread_barrier_wait) NAME(pthread_barrierattr_setpshared) NAME(pthread_clockjoin_np)                     \
  NAME(pthread_cond_broadcast) NAME(pthread_cond_clockwait) NAME(pthread_cond_destroy) NAME(pthread_cond_init) NAME(pthread_cond_signal)    \
  NAME(pthread_cond_timedwait) NAME(pthread_cond_wait) NAME(pthread_condattr_setpshared) NAME(pthread_create) NAME(pthread_detach)          \
  NAME(pthread_getspecific) NAME(pthread_join) NAME(pthread_kill) NAME(pthread_mutex_clocklock) NAME(pthread_mutex_destroy)                 \
  NAME(pthread_mutex_init) NAME(pthread_mutex_lock) NAME(pthread_mutex_timedlock) NAME(pthread_mutex_trylock) NAME(pthread_mutex_unlock)    \
  NAME(pthread_mutexattr_setpshared) NAME(pthread_once) NAME(pthread_rwlock_clockrdlock) NAME(pthread_rwlock_clockwrlock)                   \
  NAME(pthread_rwlock_destroy) NAME(pthread_rwlock_init) NAME(pthread_rwlock_rdlock) NAME(pthread_rwlock_timedrdlock)                       \
  NAME(pthread_rwlock_timedwrlock) NAME(pthread_rwlock_tryrdlock) NAME(pthread_rwlock_trywrlock) NAME(pthread_rwlock_unlock)                \
  NAME(pthread_rwlock_wrlock) NAME(pthread_rwlockattr_setpshared) NAME(pthread_self) NAME(pthread_setname_np) NAME(pthread_sigqueue)        \
  NAME(pthread_spin_destroy) NAME(pthread_spin_init) NAME(pthread_spin_lock) NAME(pthread_spin_trylock) NAME(pthread_spin_unlock)           \
  NAME(pthread_timedjoin_np) NAME(pthread_tryjoin_np) NAME(putc) NAME(puts) NAME(pwrite) NAME(pwrite64) NAME(pwritev) NAME(pwritev2)        \
  NAME(pwritev64) NAME(pwritev64v2) NAME(quick_exit) NAME(read) NAME(readlink) NAME(readv) NAME(realloc) NAME(reallocarray) NAME(recv)      \
  NAME(recvfrom) NAME(recvmmsg) NAME(recvmsg) NAME(scanf) NAME(sem_clockwait) NAME(sem_close) NAME(sem_init) NAME(sem_open) NAME(sem_post)  \
  NAME(sem_timedwait) NAME(sem_trywait) NAME(sem_wait) NAME(semop) NAME(semtimedop) NAME(send) NAME(sendfile) NAME(sendfile64)              \
  NAME(sendmmsg) NAME(sendmsg) NAME(sendto) NAME(setegid) NAME(seteuid) NAME(setgid) NAME(setns) NAME(setregid) NAME(setresgid)             \
  NAME(setresuid) NAME(setreuid) NAME(setuid) NAME(shmat) NAME(shutdown) NAME(sigaction) NAME(siglongjmp) NAME(signal) NAME(sigqueue)       \
  NAME(sigtimedwait) NAME(sigwait) NAME(sigwaitinfo) NAME(snprintf) NAME(splice) NAME(sprintf) NAME(srand48) NAME(sscanf) NAME(stpcpy)      \
  NAME(strcasecmp) NAME(strcat) NAME(strchr) NAME(strcmp) NAME(strcpy) NAME(strdup) NAME(strerror_r) NAME(strftime) NAME(strlen)            \
  NAME(strncasecmp) NAME(strncat) NAME(strncmp) NAME(strncpy) NAME(strndup) NAME(strnlen) NAME(strrchr) NAME(strstr) NAME(strtok)           \
  NAME(swapcontext) NAME(tee) NAME(tgkill) NAME(thrd_create) NAME(thrd_detach) NAME(thrd_exit) NAME(thrd_join) NAME(ttyname) NAME(unshare)  \
  NAME(valloc) NAME(vfprintf) NAME(vfscanf) NAME(vprintf) NAME(vscanf) NAME(vsnprintf) NAME(vsprintf) NAME(vsscanf) NAME(write)             \
  NAME(writev)

// A test may look into the runtime from a program.
#if defined(__GNUC__) && !defined(__clang__) && !defined(FT_PART_OF_PROGRAM)
#define FT_REFUSED(name) extern __typeof__(name) name __attribute__((error("ours stands in front of it: see intercepted.h")));
FT_INTERCEPTED(FT_REFUSED)
#endif

// A function by the name that the program would call it by: ours, or its own.
#define FT_PROGRAMS(name) extern __typeof__(name) ft_programs_##name __asm__(#name)

#endif
