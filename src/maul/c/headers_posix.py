"""Headers outside the C standard that C programs often include (POSIX, GNU)."""

from __future__ import annotations

TEXTS = {
    "alloca.h": """
#include <stddef.h>
#undef alloca
void *alloca(size_t);
#define alloca(size) __builtin_alloca(size)
""",
    "fcntl.h": """
#include <sys/types.h>
#define O_RDONLY 0
#define O_WRONLY 1
#define O_RDWR 2
#define O_CREAT 0100
#define O_EXCL 0200
#define O_TRUNC 01000
#define O_APPEND 02000
#define O_NONBLOCK 04000
#define F_GETFL 3
#define F_SETFL 4
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
#include <sys/types.h>
#include <time.h>
#if __SIZEOF_POINTER__ == 8
#define __PTHREAD_MUTEX 40
#define __PTHREAD_RWLOCK 56
#define __PTHREAD_ATTR 56
#define __PTHREAD_BARRIER 32
#else
#define __PTHREAD_MUTEX 24
#define __PTHREAD_RWLOCK 32
#define __PTHREAD_ATTR 36
#define __PTHREAD_BARRIER 20
#endif
typedef unsigned long pthread_t;
typedef unsigned pthread_key_t;
typedef int pthread_once_t;
typedef volatile int pthread_spinlock_t;
typedef union { char __size[__PTHREAD_MUTEX]; long __align; } pthread_mutex_t;
typedef union { char __size[4]; int __align; } pthread_mutexattr_t;
typedef union { char __size[48]; long long __align; } pthread_cond_t;
typedef union { char __size[4]; int __align; } pthread_condattr_t;
typedef union { char __size[__PTHREAD_RWLOCK]; long __align; } pthread_rwlock_t;
typedef union { char __size[8]; long __align; } pthread_rwlockattr_t;
typedef union { char __size[__PTHREAD_BARRIER]; long __align; } pthread_barrier_t;
typedef union { char __size[4]; int __align; } pthread_barrierattr_t;
typedef union pthread_attr_t { char __size[__PTHREAD_ATTR]; long __align; } pthread_attr_t;
#define PTHREAD_MUTEX_INITIALIZER { { 0 } }
#define PTHREAD_COND_INITIALIZER { { 0 } }
#define PTHREAD_RWLOCK_INITIALIZER { { 0 } }
#define PTHREAD_ONCE_INIT 0
#define PTHREAD_CREATE_JOINABLE 0
#define PTHREAD_CREATE_DETACHED 1
#define PTHREAD_MUTEX_NORMAL 0
#define PTHREAD_MUTEX_RECURSIVE 1
#define PTHREAD_MUTEX_ERRORCHECK 2
#define PTHREAD_MUTEX_DEFAULT 0
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
#include <stddef.h>
int strcasecmp(const char *, const char *); int strncasecmp(const char *, const char *, size_t);
int bcmp(const void *, const void *, size_t); void bcopy(const void *, void *, size_t);
void bzero(void *, size_t); char *index(const char *, int); char *rindex(const char *, int);
int ffs(int); int ffsl(long); int ffsll(long long);
""",
    "sys/time.h": """
#include <sys/types.h>
struct timeval { time_t tv_sec; suseconds_t tv_usec; };
struct timezone { int tz_minuteswest, tz_dsttime; };
int gettimeofday(struct timeval *__restrict, void *__restrict);
""",
    "sys/types.h": """
#include <stddef.h>
typedef __INT8_TYPE__ int8_t;
typedef __INT16_TYPE__ int16_t;
typedef __INT32_TYPE__ int32_t;
typedef __INT64_TYPE__ int64_t;
typedef __UINT8_TYPE__ u_int8_t;
typedef __UINT16_TYPE__ u_int16_t;
typedef __UINT32_TYPE__ u_int32_t;
typedef __UINT64_TYPE__ u_int64_t;
typedef unsigned char u_char;
typedef unsigned short u_short, ushort;
typedef unsigned u_int, uint;
typedef unsigned long u_long, ulong;
#if __SIZEOF_POINTER__ == 8
typedef long ssize_t, quad_t;
typedef unsigned long u_quad_t, ino_t, nlink_t;
typedef unsigned long dev_t;
#else
typedef int ssize_t;
typedef long long quad_t;
typedef unsigned long long u_quad_t, dev_t;
typedef unsigned long ino_t;
typedef unsigned nlink_t;
#endif
typedef long off_t, time_t, clock_t, suseconds_t, blksize_t, blkcnt_t;
typedef int pid_t, key_t, clockid_t;
typedef unsigned uid_t, gid_t, id_t, mode_t, useconds_t;
typedef char *caddr_t;
typedef int daddr_t;
typedef void *timer_t;
""",
    "unistd.h": """
#include <stddef.h>
#include <sys/types.h>
#define STDIN_FILENO 0
#define STDOUT_FILENO 1
#define STDERR_FILENO 2
#define F_OK 0
#define X_OK 1
#define W_OK 2
#define R_OK 4
#ifndef SEEK_SET
#define SEEK_SET 0
#define SEEK_CUR 1
#define SEEK_END 2
#endif
#define _SC_PAGESIZE 30
#define _SC_NPROCESSORS_ONLN 84
ssize_t read(int, void *, size_t); ssize_t write(int, const void *, size_t); int close(int);
off_t lseek(int, off_t, int); int unlink(const char *); int rmdir(const char *);
int access(const char *, int); int chdir(const char *); char *getcwd(char *, size_t);
int dup(int); int dup2(int, int); int pipe(int *); int isatty(int); int ftruncate(int, off_t);
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
