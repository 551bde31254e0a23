"""Headers outside the C standard that C programs often include (POSIX, GNU)."""

from __future__ import annotations

TEXTS = {
    "alloca.h": """
#include <maul_size.h>
#undef alloca
void *alloca(size_t);
#define alloca(size) __builtin_alloca(size)
""",
    "fcntl.h": """
#include <maul_types.h>
int open(const char *, int, ...);
int creat(const char *, mode_t);
int fcntl(int, int, ...);
""",
    "malloc.h": """
#include <stddef.h>
#include <stdio.h>
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);
void free(void *);
void *reallocarray(void *, size_t, size_t); void *memalign(size_t, size_t); void *valloc(size_t);
void *pvalloc(size_t); size_t malloc_usable_size(void *);
""",
    "memory.h": """
#include <string.h>
""",
    "pthread.h": """
#include <maul_types.h>
#include <time.h>
#if __SIZEOF_POINTER__ == 8
#define __maul_MUTEX 40
#define __maul_RWLOCK 56
#define __maul_ATTR 56
#define __maul_BARRIER 32
#else
#define __maul_MUTEX 24
#define __maul_RWLOCK 32
#define __maul_ATTR 36
#define __maul_BARRIER 20
#endif
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[__maul_MUTEX]; long __align; } pthread_mutex_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef union { char __size[__maul_RWLOCK]; long __align; } pthread_rwlock_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union { char __size[__maul_BARRIER]; long __align; } pthread_barrier_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
typedef union pthread_attr_t { char __size[__maul_ATTR]; long __align; } pthread_attr_t;
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#if defined __USE_UNIX98 || defined __USE_XOPEN2K
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#endif
enum { PTHREAD_CREATE_JOINABLE, PTHREAD_CREATE_DETACHED };
enum { PTHREAD_CANCEL_ENABLE, PTHREAD_CANCEL_DISABLE };
enum { PTHREAD_CANCEL_DEFERRED, PTHREAD_CANCEL_ASYNCHRONOUS };
enum { PTHREAD_PROCESS_PRIVATE, PTHREAD_PROCESS_SHARED };
enum { PTHREAD_SCOPE_SYSTEM, PTHREAD_SCOPE_PROCESS };
enum { PTHREAD_INHERIT_SCHED, PTHREAD_EXPLICIT_SCHED };
enum {
  PTHREAD_MUTEX_TIMED_NP, PTHREAD_MUTEX_RECURSIVE_NP, PTHREAD_MUTEX_ERRORCHECK_NP,
  PTHREAD_MUTEX_ADAPTIVE_NP,
#if defined __USE_UNIX98 || defined __USE_XOPEN2K8
  PTHREAD_MUTEX_NORMAL = 0, PTHREAD_MUTEX_RECURSIVE, PTHREAD_MUTEX_ERRORCHECK,
  PTHREAD_MUTEX_DEFAULT = 0,
#endif
};
int pthread_create(pthread_t *__restrict, const pthread_attr_t *__restrict, void *(*)(void *),
                   void *__restrict);
int pthread_join(pthread_t, void **); int pthread_detach(pthread_t);
void pthread_exit(void *) __attribute__((__noreturn__));
pthread_t pthread_self(void); int pthread_equal(pthread_t, pthread_t);
int pthread_cancel(pthread_t);
int pthread_once(pthread_once_t *, void (*)(void));
int pthread_attr_init(pthread_attr_t *); int pthread_attr_destroy(pthread_attr_t *);
int pthread_attr_setdetachstate(pthread_attr_t *, int);
int pthread_mutex_init(pthread_mutex_t *, const pthread_mutexattr_t *);
int pthread_mutex_destroy(pthread_mutex_t *); int pthread_mutex_lock(pthread_mutex_t *);
int pthread_mutex_trylock(pthread_mutex_t *); int pthread_mutex_unlock(pthread_mutex_t *);
int pthread_mutexattr_init(pthread_mutexattr_t *);
int pthread_mutexattr_destroy(pthread_mutexattr_t *);
int pthread_mutexattr_settype(pthread_mutexattr_t *, int);
int pthread_cond_init(pthread_cond_t *__restrict, const pthread_condattr_t *__restrict);
int pthread_cond_destroy(pthread_cond_t *); int pthread_cond_signal(pthread_cond_t *);
int pthread_cond_broadcast(pthread_cond_t *);
int pthread_cond_wait(pthread_cond_t *__restrict, pthread_mutex_t *__restrict);
int pthread_cond_timedwait(pthread_cond_t *__restrict, pthread_mutex_t *__restrict,
                           const struct timespec *__restrict);
int pthread_rwlock_init(pthread_rwlock_t *__restrict, const pthread_rwlockattr_t *__restrict);
int pthread_rwlock_destroy(pthread_rwlock_t *); int pthread_rwlock_rdlock(pthread_rwlock_t *);
int pthread_rwlock_wrlock(pthread_rwlock_t *); int pthread_rwlock_unlock(pthread_rwlock_t *);
int pthread_spin_init(pthread_spinlock_t *, int); int pthread_spin_destroy(pthread_spinlock_t *);
int pthread_spin_lock(pthread_spinlock_t *); int pthread_spin_unlock(pthread_spinlock_t *);
int pthread_barrier_init(pthread_barrier_t *__restrict, const pthread_barrierattr_t *__restrict,
                         unsigned);
int pthread_barrier_destroy(pthread_barrier_t *); int pthread_barrier_wait(pthread_barrier_t *);
int pthread_key_create(pthread_key_t *, void (*)(void *)); int pthread_key_delete(pthread_key_t);
void *pthread_getspecific(pthread_key_t); int pthread_setspecific(pthread_key_t, const void *);
""",
    "strings.h": """
#include <maul_size.h>
int strcasecmp(const char *, const char *); int strncasecmp(const char *, const char *, size_t);
int bcmp(const void *, const void *, size_t); void bcopy(const void *, void *, size_t);
void bzero(void *, size_t); char *index(const char *, int); char *rindex(const char *, int);
int ffs(int); int ffsl(long); int ffsll(long long);
""",
    "sys/time.h": """
#include <maul_types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(struct timeval *__restrict, void *__restrict);
""",
    "sys/types.h": """
#include <maul_types.h>
""",
    "unistd.h": """
#include <maul_null.h>
#include <maul_types.h>
enum {
  _SC_ARG_MAX = 0, _SC_CHILD_MAX = 1, _SC_CLK_TCK = 2, _SC_OPEN_MAX = 4, _SC_PAGESIZE = 30,
  _SC_NPROCESSORS_CONF = 83, _SC_NPROCESSORS_ONLN = 84, _SC_PHYS_PAGES = 85
};
ssize_t read(int, void *, size_t); ssize_t write(int, const void *, size_t); int close(int);
int unlink(const char *); int rmdir(const char *);
int access(const char *, int); int chdir(const char *); char *getcwd(char *, size_t);
int dup(int); int dup2(int, int); int pipe(int *); int isatty(int);
#ifdef __maul_wide_offsets
#pragma GCC poison lseek ftruncate
#else
off_t lseek(int, off_t, int); int ftruncate(int, off_t);
#endif
unsigned sleep(unsigned); int usleep(useconds_t); unsigned alarm(unsigned); int pause(void);
pid_t fork(void); pid_t getpid(void); pid_t getppid(void); uid_t getuid(void); gid_t getgid(void);
int execv(const char *, char *const *); int execvp(const char *, char *const *);
int execl(const char *, const char *, ...); int execlp(const char *, const char *, ...);
void _exit(int) __attribute__((__noreturn__));
long sysconf(int); int getpagesize(void); int gethostname(char *, size_t);
void *sbrk(__INTPTR_TYPE__); int brk(void *);
extern char *optarg;
extern int optind, opterr, optopt;
int getopt(int, char *const *, const char *);
""",
}
