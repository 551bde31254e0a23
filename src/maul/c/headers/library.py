"""The headers of the C library [C11 7] that are written out; ``generated`` has the others."""

from __future__ import annotations

TEXTS = {
    "ctype.h": """
int isalnum(int); int isalpha(int); int isblank(int); int iscntrl(int); int isdigit(int);
int isgraph(int); int islower(int); int isprint(int); int ispunct(int); int isspace(int);
int isupper(int); int isxdigit(int); int tolower(int); int toupper(int);
int isascii(int); int toascii(int);
""",
    "locale.h": """
#include <maul_null.h>
struct lconv {
  char *decimal_point, *thousands_sep, *grouping;
  char *int_curr_symbol, *currency_symbol, *mon_decimal_point, *mon_thousands_sep, *mon_grouping;
  char *positive_sign, *negative_sign;
  char int_frac_digits, frac_digits, p_cs_precedes, p_sep_by_space, n_cs_precedes, n_sep_by_space;
  char p_sign_posn, n_sign_posn, int_p_cs_precedes, int_p_sep_by_space, int_n_cs_precedes;
  char int_n_sep_by_space, int_p_sign_posn, int_n_sign_posn;
};
char *setlocale(int, const char *);
struct lconv *localeconv(void);
""",
    "setjmp.h": """
#if __SIZEOF_POINTER__ == 8
typedef long __jmp_buf[8];
#else
typedef int __jmp_buf[6];
#endif
struct __jmp_buf_tag {
  __jmp_buf __registers;
  int __mask_saved;
  struct { unsigned long __bits[1024 / (8 * sizeof(unsigned long))]; } __saved_mask;
};
typedef struct __jmp_buf_tag jmp_buf[1], sigjmp_buf[1];
int setjmp(jmp_buf) __attribute__((__returns_twice__));
int _setjmp(struct __jmp_buf_tag *) __attribute__((__returns_twice__));
int __sigsetjmp(struct __jmp_buf_tag *, int) __attribute__((__returns_twice__));
#define setjmp(environment) _setjmp(environment)
#ifdef __USE_POSIX
#define sigsetjmp(environment, mask) __sigsetjmp(environment, mask)
#endif
void longjmp(struct __jmp_buf_tag *, int) __attribute__((__noreturn__));
void _longjmp(struct __jmp_buf_tag *, int) __attribute__((__noreturn__));
void siglongjmp(struct __jmp_buf_tag *, int) __attribute__((__noreturn__));
""",
    "signal.h": """
#include <maul_types.h>
#ifdef __USE_DYNAMIC_STACK_SIZE
#include <unistd.h>
#endif
typedef int sig_atomic_t;
typedef void (*__sighandler_t)(int);
typedef __sighandler_t sighandler_t, sig_t;
typedef struct { unsigned long __bits[1024 / (8 * sizeof(unsigned long))]; } sigset_t;
#define SIG_ERR ((__sighandler_t)-1)
#define SIG_DFL ((__sighandler_t)0)
#define SIG_IGN ((__sighandler_t)1)
__sighandler_t signal(int, __sighandler_t);
int raise(int);
int kill(pid_t, int);
int sigemptyset(sigset_t *); int sigfillset(sigset_t *); int sigaddset(sigset_t *, int);
int sigdelset(sigset_t *, int); int sigismember(const sigset_t *, int);
int sigprocmask(int, const sigset_t *, sigset_t *);
""",
    "stdio.h": """
#include <maul_extensions.h>
#include <maul_null.h>
#include <maul_types.h>
#include <maul_va_list.h>
typedef struct _IO_FILE FILE;
typedef struct { off_t __position; struct { int __count; unsigned __value; } __state; } fpos_t;
extern FILE *stdin, *stdout, *stderr;
int printf(const char *__restrict, ...);
int fprintf(FILE *__restrict, const char *__restrict, ...);
int sprintf(char *__restrict, const char *__restrict, ...);
int snprintf(char *__restrict, size_t, const char *__restrict, ...);
int dprintf(int, const char *__restrict, ...);
int vprintf(const char *__restrict, va_list);
int vfprintf(FILE *__restrict, const char *__restrict, va_list);
int vsprintf(char *__restrict, const char *__restrict, va_list);
int vsnprintf(char *__restrict, size_t, const char *__restrict, va_list);
int scanf(const char *__restrict, ...);
int fscanf(FILE *__restrict, const char *__restrict, ...);
int sscanf(const char *__restrict, const char *__restrict, ...);
int vscanf(const char *__restrict, va_list);
int vfscanf(FILE *__restrict, const char *__restrict, va_list);
int vsscanf(const char *__restrict, const char *__restrict, va_list);
int getchar(void); int getc(FILE *); int fgetc(FILE *); int ungetc(int, FILE *);
int getchar_unlocked(void); int getc_unlocked(FILE *);
int putchar(int); int putc(int, FILE *); int fputc(int, FILE *);
int putchar_unlocked(int); int putc_unlocked(int, FILE *);
char *fgets(char *__restrict, int, FILE *__restrict);
int puts(const char *); int fputs(const char *__restrict, FILE *__restrict);
ssize_t getline(char **__restrict, size_t *__restrict, FILE *__restrict);
ssize_t getdelim(char **__restrict, size_t *__restrict, int, FILE *__restrict);
size_t fread(void *__restrict, size_t, size_t, FILE *__restrict);
size_t fwrite(const void *__restrict, size_t, size_t, FILE *__restrict);
FILE *fopen(const char *__restrict, const char *__restrict);
FILE *freopen(const char *__restrict, const char *__restrict, FILE *__restrict);
FILE *fdopen(int, const char *); FILE *popen(const char *, const char *); FILE *tmpfile(void);
int fclose(FILE *); int pclose(FILE *); int fflush(FILE *); int fileno(FILE *);
int setvbuf(FILE *__restrict, char *__restrict, int, size_t);
void setbuf(FILE *__restrict, char *__restrict);
int fseek(FILE *, long, int); long ftell(FILE *); void rewind(FILE *);
#ifdef __maul_wide_offsets
#pragma GCC poison fseeko ftello fgetpos fsetpos
#else
int fseeko(FILE *, off_t, int); off_t ftello(FILE *);
int fgetpos(FILE *__restrict, fpos_t *__restrict); int fsetpos(FILE *, const fpos_t *);
#endif
int feof(FILE *); int ferror(FILE *); void clearerr(FILE *); void perror(const char *);
int remove(const char *); int rename(const char *, const char *); char *tmpnam(char *);
#ifdef __USE_GNU
int asprintf(char **__restrict, const char *__restrict, ...);
int vasprintf(char **__restrict, const char *__restrict, va_list);
#endif
""",
    "stdlib.h": """
#include <maul_extensions.h>
#include <maul_null.h>
#include <maul_wchar.h>
#include <maul_types.h>
#if defined __USE_MISC || defined __USE_XOPEN_EXTENDED
#include <sys/types.h>
#endif
#ifdef __USE_MISC
#include <alloca.h>
#endif
typedef struct { int quot, rem; } div_t;
typedef struct { long quot, rem; } ldiv_t;
typedef struct { long long quot, rem; } lldiv_t;
#define MB_CUR_MAX (__ctype_get_mb_cur_max())
size_t __ctype_get_mb_cur_max(void);
void *malloc(size_t); void *calloc(size_t, size_t); void *realloc(void *, size_t);
void free(void *);
void *reallocarray(void *, size_t, size_t); void *aligned_alloc(size_t, size_t);
int posix_memalign(void **, size_t, size_t); void *valloc(size_t);
void abort(void) __attribute__((__noreturn__)); void exit(int) __attribute__((__noreturn__));
void _Exit(int) __attribute__((__noreturn__)); void quick_exit(int) __attribute__((__noreturn__));
int atexit(void (*)(void)); int at_quick_exit(void (*)(void));
int atoi(const char *); long atol(const char *); long long atoll(const char *);
double atof(const char *);
double strtod(const char *__restrict, char **__restrict);
float strtof(const char *__restrict, char **__restrict);
long double strtold(const char *__restrict, char **__restrict);
long strtol(const char *__restrict, char **__restrict, int);
long long strtoll(const char *__restrict, char **__restrict, int);
unsigned long strtoul(const char *__restrict, char **__restrict, int);
unsigned long long strtoull(const char *__restrict, char **__restrict, int);
int rand(void); void srand(unsigned); int rand_r(unsigned *);
long random(void); void srandom(unsigned);
double drand48(void); long lrand48(void); long mrand48(void); void srand48(long);
int abs(int); long labs(long); long long llabs(long long);
div_t div(int, int); ldiv_t ldiv(long, long); lldiv_t lldiv(long long, long long);
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
char *getenv(const char *); int setenv(const char *, const char *, int); int unsetenv(const char *);
int putenv(char *); int system(const char *);
char *realpath(const char *__restrict, char *__restrict);
int mkstemp(char *); char *mkdtemp(char *);
int mblen(const char *, size_t); int mbtowc(wchar_t *__restrict, const char *__restrict, size_t);
int wctomb(char *, wchar_t);
size_t mbstowcs(wchar_t *__restrict, const char *__restrict, size_t);
size_t wcstombs(char *__restrict, const wchar_t *__restrict, size_t);
""",
    "string.h": """
#include <maul_extensions.h>
#include <maul_null.h>
#include <maul_size.h>
#ifdef __USE_MISC
#include <strings.h>
#endif
void *memcpy(void *__restrict, const void *__restrict, size_t);
void *memmove(void *, const void *, size_t);
void *memccpy(void *__restrict, const void *__restrict, int, size_t);
void *memset(void *, int, size_t);
int memcmp(const void *, const void *, size_t);
void *memchr(const void *, int, size_t);
char *strcpy(char *__restrict, const char *__restrict);
char *strncpy(char *__restrict, const char *__restrict, size_t);
char *strcat(char *__restrict, const char *__restrict);
char *strncat(char *__restrict, const char *__restrict, size_t);
char *stpcpy(char *__restrict, const char *__restrict);
char *stpncpy(char *__restrict, const char *__restrict, size_t);
int strcmp(const char *, const char *); int strncmp(const char *, const char *, size_t);
int strcoll(const char *, const char *);
size_t strxfrm(char *__restrict, const char *__restrict, size_t);
char *strchr(const char *, int); char *strrchr(const char *, int);
size_t strspn(const char *, const char *); size_t strcspn(const char *, const char *);
char *strpbrk(const char *, const char *); char *strstr(const char *, const char *);
char *strtok(char *__restrict, const char *__restrict);
char *strtok_r(char *__restrict, const char *__restrict, char **__restrict);
char *strsep(char **__restrict, const char *__restrict);
size_t strlen(const char *); size_t strnlen(const char *, size_t);
char *strdup(const char *); char *strndup(const char *, size_t);
char *strerror(int); char *strsignal(int);
#ifdef __USE_GNU
void *memrchr(const void *, int, size_t);
void *rawmemchr(const void *, int);
void *memmem(const void *, size_t, const void *, size_t);
void *mempcpy(void *__restrict, const void *__restrict, size_t);
void explicit_bzero(void *, size_t);
char *strchrnul(const char *, int);
char *strcasestr(const char *, const char *);
#endif
""",
    "time.h": """
#include <maul_null.h>
#include <maul_types.h>
#include <maul_timespec.h>
#define CLOCKS_PER_SEC ((clock_t)1000000)
struct tm {
  int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst;
  long tm_gmtoff;
  const char *tm_zone;
};
clock_t clock(void);
time_t time(time_t *);
double difftime(time_t, time_t);
time_t mktime(struct tm *);
struct tm *gmtime(const time_t *); struct tm *localtime(const time_t *);
struct tm *gmtime_r(const time_t *__restrict, struct tm *__restrict);
struct tm *localtime_r(const time_t *__restrict, struct tm *__restrict);
char *asctime(const struct tm *); char *ctime(const time_t *);
char *asctime_r(const struct tm *__restrict, char *__restrict);
char *ctime_r(const time_t *__restrict, char *__restrict);
size_t strftime(char *__restrict, size_t, const char *__restrict, const struct tm *__restrict);
int timespec_get(struct timespec *, int);
int nanosleep(const struct timespec *, struct timespec *);
int clock_gettime(clockid_t, struct timespec *);
int clock_getres(clockid_t, struct timespec *);
""",
    "wchar.h": """
#include <maul_extensions.h>
#include <maul_null.h>
#include <maul_wide.h>
wint_t btowc(int); int wctob(wint_t); int mbsinit(const mbstate_t *);
size_t mbrlen(const char *__restrict, size_t, mbstate_t *__restrict);
size_t mbrtowc(wchar_t *__restrict, const char *__restrict, size_t, mbstate_t *__restrict);
size_t wcrtomb(char *__restrict, wchar_t, mbstate_t *__restrict);
size_t wcslen(const wchar_t *); wchar_t *wcscpy(wchar_t *__restrict, const wchar_t *__restrict);
wchar_t *wcsncpy(wchar_t *__restrict, const wchar_t *__restrict, size_t);
wchar_t *wcscat(wchar_t *__restrict, const wchar_t *__restrict);
wchar_t *wcsncat(wchar_t *__restrict, const wchar_t *__restrict, size_t);
int wcscmp(const wchar_t *, const wchar_t *); int wcsncmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *wcschr(const wchar_t *, wchar_t); wchar_t *wcsrchr(const wchar_t *, wchar_t);
wchar_t *wcsstr(const wchar_t *, const wchar_t *); wchar_t *wcsdup(const wchar_t *);
wchar_t *wmemcpy(wchar_t *__restrict, const wchar_t *__restrict, size_t);
wchar_t *wmemmove(wchar_t *, const wchar_t *, size_t);
wchar_t *wmemset(wchar_t *, wchar_t, size_t);
int wmemcmp(const wchar_t *, const wchar_t *, size_t);
wchar_t *wmemchr(const wchar_t *, wchar_t, size_t);
long wcstol(const wchar_t *__restrict, wchar_t **__restrict, int);
unsigned long wcstoul(const wchar_t *__restrict, wchar_t **__restrict, int);
int wprintf(const wchar_t *__restrict, ...); int swprintf(wchar_t *, size_t, const wchar_t *, ...);
""",
    "wctype.h": """
#include <maul_wide.h>
int iswalnum(wint_t); int iswalpha(wint_t); int iswblank(wint_t); int iswcntrl(wint_t);
int iswdigit(wint_t); int iswgraph(wint_t); int iswlower(wint_t); int iswprint(wint_t);
int iswpunct(wint_t); int iswspace(wint_t); int iswupper(wint_t); int iswxdigit(wint_t);
wint_t towlower(wint_t); wint_t towupper(wint_t);
""",
}
