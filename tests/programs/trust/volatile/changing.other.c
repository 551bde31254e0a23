/* Somebody else who counts in the object `flag` of the other file: before every access to its page it is
   one larger. The page cannot be accessed; what tries is let through for one instruction. */
#define _GNU_SOURCE
#include <signal.h>
#include <stdint.h>
#include <sys/mman.h>
#include <ucontext.h>

extern volatile int flag;

/* Not through the table of addresses of functions, which may lie on the page. */
static inline void protect(void *page, int how) {
  long result;
  asm volatile("syscall" : "=a"(result) : "a"(10), "D"(page), "S"(4096L), "d"(how) : "rcx", "r11", "memory");
}

#define PAGE ((void *)((uintptr_t)&flag & ~(uintptr_t)4095))
#define TRAP 0x100

static void let_through(int signal, siginfo_t *info, void *context) {
  ucontext_t *c = context;
  (void)signal;
  protect(PAGE, PROT_READ | PROT_WRITE);
  if ((uintptr_t)info->si_addr >= (uintptr_t)&flag && (uintptr_t)info->si_addr < (uintptr_t)(&flag + 1))
    flag++;
  c->uc_mcontext.gregs[REG_EFL] |= TRAP;
}

static void close_again(int signal, siginfo_t *info, void *context) {
  ucontext_t *c = context;
  (void)signal;
  (void)info;
  protect(PAGE, PROT_NONE);
  c->uc_mcontext.gregs[REG_EFL] &= ~TRAP;
}

__attribute__((constructor)) static void begin(void) {
  struct sigaction a = {0};
  a.sa_flags = SA_SIGINFO;
  a.sa_sigaction = let_through;
  sigaction(SIGSEGV, &a, 0);
  a.sa_sigaction = close_again;
  sigaction(SIGTRAP, &a, 0);
  protect(PAGE, PROT_NONE);
}
