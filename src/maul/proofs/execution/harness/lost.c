/* Searches the memory of a compiled counterexample for objects that it has lost, inside of it.

   A part of the harness: heap.py says how it is used and what comes before it. PLAIN functions are
   not instrumented, and may read what AddressSanitizer guards. */

/* ---- objects ----

   Events are noted one after the other. Sorted by address and time, the last one of each address
   says whether an object is there. */

extern void *mmap(void *, __SIZE_TYPE__, int, int, int, long);
extern int munmap(void *, __SIZE_TYPE__);

struct harness_object {
  __UINTPTR_TYPE__ at;
  __SIZE_TYPE__ size, since;
  struct harness_object *next; /* to be searched; the object itself is the last one */
  char is_there, is_given, is_suspected;
};

static struct harness_object *harness_log;
static __SIZE_TYPE__ harness_used, harness_room, harness_time;
static volatile int harness_is_busy; /* the log is being changed, or read */

PLAIN static int harness_is_before(struct harness_object *one, struct harness_object *other) {
  return one->at != other->at ? one->at < other->at : one->since < other->since;
}

PLAIN static void harness_sift(__SIZE_TYPE__ from, __SIZE_TYPE__ count) {
  struct harness_object *log = harness_log, moved = log[from];
  for (__SIZE_TYPE__ child; (child = 2 * from + 1) < count; from = child) {
    if (child + 1 < count && harness_is_before(&log[child], &log[child + 1]))
      child++;
    if (!harness_is_before(&moved, &log[child]))
      break;
    log[from] = log[child];
  }
  log[from] = moved;
}

PLAIN static void harness_tidy(void) {
  for (__SIZE_TYPE__ from = harness_used / 2; from-- > 0;)
    harness_sift(from, harness_used);
  for (__SIZE_TYPE__ last = harness_used; last-- > 1;) {
    struct harness_object largest = harness_log[0];
    harness_log[0] = harness_log[last];
    harness_log[last] = largest;
    harness_sift(0, last);
  }
  __SIZE_TYPE__ kept = 0;
  for (__SIZE_TYPE__ each = 0; each < harness_used; each++)
    if ((each + 1 == harness_used || harness_log[each + 1].at != harness_log[each].at) &&
        harness_log[each].is_there)
      harness_log[kept++] = harness_log[each];
  harness_used = kept;
}

PLAIN static void harness_grow(void) {
  __SIZE_TYPE__ size = harness_room * sizeof *harness_log, larger = size ? 2 * size : 1 << 20;
  struct harness_object *log = mmap(0, larger, 3 /* read, write */, 0x22 /* private */, -1, 0);
  if (log == (void *)-1) {
    dprintf(2, "the harness has no memory\n");
    __real__exit(1);
  }
  for (__SIZE_TYPE__ each = 0; each < harness_used; each++)
    log[each] = harness_log[each];
  if (harness_log)
    munmap(harness_log, size);
  harness_log = log;
  harness_room = larger / sizeof *log;
}

PLAIN static void harness_note(const volatile void *at, __SIZE_TYPE__ size, int is_there) {
  if (!at || harness_is_busy) /* the search itself may ask for memory */
    return;
  harness_is_busy = 1;
  if (harness_used == harness_room) {
    harness_tidy();
    if (harness_used >= harness_room / 2)
      harness_grow();
  }
  harness_log[harness_used++] = (struct harness_object){
      .at = (__UINTPTR_TYPE__)at, .size = size, .since = harness_time++, .is_there = is_there};
  harness_is_busy = 0;
}

PLAIN static void harness_made(const volatile void *at, __SIZE_TYPE__ size) {
  harness_note(at, size, 1);
}

PLAIN static void harness_freed(const volatile void *at) {
  harness_note(at, 0, 0);
}

/* What the C library makes for the program. */
extern int __real_vasprintf(char **, const char *, __builtin_va_list);

PLAIN int __wrap_vasprintf(char **to, const char *format, __builtin_va_list values) {
  int result = __real_vasprintf(to, format, values);
  harness_is_busy = 1;
  __SIZE_TYPE__ each = result < 0 ? 0 : harness_used;
  while (each-- > 0 && harness_log[each].at != (__UINTPTR_TYPE__)*to)
    ;
  if (each < harness_used)
    harness_log[each].is_given = 1;
  harness_is_busy = 0;
  return result;
}

PLAIN int __wrap_asprintf(char **to, const char *format, ...) {
  __builtin_va_list values;
  __builtin_va_start(values, format);
  int result = __wrap_vasprintf(to, format, values);
  __builtin_va_end(values);
  return result;
}

/* ---- where pointers to objects may be ---- */

extern int dl_iterate_phdr(int (*)(void *, __SIZE_TYPE__, void *), void *);

struct harness_header {
#if __SIZEOF_POINTER__ == 8
  unsigned type, flags;
  __UINTPTR_TYPE__ offset, address, physical, in_file, in_memory, alignment;
#else
  unsigned type, offset, address, physical, in_file, in_memory, flags, alignment;
#endif
};
struct harness_module {
  __UINTPTR_TYPE__ base;
  const char *name;
  const struct harness_header *headers;
  unsigned short count;
  unsigned long long loaded, unloaded;
  __SIZE_TYPE__ number;
  const char *thread_local;
};
struct __attribute__((packed, may_alias)) harness_word { __UINTPTR_TYPE__ value; };

static const char *harness_top; /* of the stack, with all that is given to main */
static __UINTPTR_TYPE__ harness_code, harness_code_end;
static struct harness_object *harness_waiting;

PLAIN static int harness_is_own(void *at) {
  return (__UINTPTR_TYPE__)at >= harness_code && (__UINTPTR_TYPE__)at < harness_code_end;
}

PLAIN static void harness_mark(struct harness_object *found) {
  if (found->next)
    return;
  found->next = harness_waiting ? harness_waiting : found;
  harness_waiting = found;
}

PLAIN static void harness_follow(__UINTPTR_TYPE__ pointer) {
  __SIZE_TYPE__ low = 0, high = harness_used;
  while (high - low > 1) {
    __SIZE_TYPE__ middle = low + (high - low) / 2;
    if (harness_log[middle].at <= pointer)
      low = middle;
    else
      high = middle;
  }
  if (pointer - harness_log[low].at <= harness_log[low].size)
    harness_mark(&harness_log[low]);
}

/* No variable holds the bounds: they would be pointers to objects themselves. */
PLAIN static void harness_scan(const char *from, const char *to) {
  struct harness_object *first = harness_log, *last = first + harness_used - 1;
  for (; from < to && (__SIZE_TYPE__)(to - from) >= sizeof(struct harness_word); from++) {
    __UINTPTR_TYPE__ pointer = ((const struct harness_word *)from)->value;
    if (harness_used && pointer >= first->at && pointer <= last->at + last->size)
      harness_follow(pointer);
  }
}

PLAIN static void harness_spread(void) {
  while (harness_waiting) {
    struct harness_object *found = harness_waiting;
    harness_waiting = found->next == found ? 0 : found->next;
    harness_scan((const char *)found->at, (const char *)found->at + found->size);
  }
}

/* Its variables, which are many, do not belong to the program. */
PLAIN static int harness_is_sanitizer(const char *name) {
  static const char wanted[] = "libasan";
  for (; name && *name; name++) {
    unsigned same = 0;
    while (wanted[same] && name[same] == wanted[same])
      same++;
    if (!wanted[same])
      return 1;
  }
  return 0;
}

PLAIN static int harness_scan_module(void *given, __SIZE_TYPE__ size, void *unused) {
  const struct harness_module *module = given;
  if (harness_is_sanitizer(module->name))
    return 0;
  for (unsigned each = 0; each < module->count; each++) {
    const struct harness_header *header = &module->headers[each];
    const char *from = (const char *)(module->base + header->address);
    if (header->type == 1 && header->flags & 2)
      harness_scan(from, from + header->in_memory);
    if (header->type == 7 && module->thread_local)
      harness_scan(module->thread_local, module->thread_local + header->in_memory);
  }
  return 0;
}

/* What a signal interrupts: where the registers are that functions keep for their callers. In code
   that is not optimised no other register holds anything from one statement to the next; it uses
   nothing below its stack either, being compiled without a red zone. */
#if defined __x86_64__
enum { HARNESS_REGISTERS = 40, HARNESS_STACK = 15, HARNESS_CODE = 16 };
static const unsigned char harness_kept[] = {4, 5, 6, 7, 10, 11};
#else
enum { HARNESS_REGISTERS = 20, HARNESS_STACK = 7, HARNESS_CODE = 14 };
static const unsigned char harness_kept[] = {4, 5, 6, 8};
#endif

PLAIN static __UINTPTR_TYPE__ harness_register(const char *context, int number) {
  return ((const __UINTPTR_TYPE__ *)(context + HARNESS_REGISTERS))[number];
}

/* Whether it is the program itself. */
PLAIN static int harness_interrupted(const char *context) {
#if defined __x86_64__ || defined __i386__
  return harness_is_own((void *)harness_register(context, HARNESS_CODE));
#else
  return 0;
#endif
}

PLAIN static const char *harness_scan_registers(const char *context) {
  for (unsigned each = 0; each < sizeof harness_kept; each++) {
    __UINTPTR_TYPE__ kept = harness_register(context, harness_kept[each]);
    harness_scan((const char *)&kept, (const char *)(&kept + 1));
  }
  return (const char *)harness_register(context, HARNESS_STACK);
}

/* The program itself is the first module. */
PLAIN static int harness_find_code(void *given, __SIZE_TYPE__ size, void *unused) {
  const struct harness_module *module = given;
  for (unsigned each = 0; each < module->count; each++) {
    const struct harness_header *header = &module->headers[each];
    if (header->type == 1 && header->flags & 1) {
      harness_code = module->base + header->address;
      harness_code_end = harness_code + header->in_memory;
    }
  }
  return 1;
}

/* ---- the search ---- */

/* What AddressSanitizer keeps of who made an object: first its own function, then the caller. */
extern __SIZE_TYPE__ __asan_get_alloc_stack(void *, void **, __SIZE_TYPE__, int *);
extern void __sanitizer_set_death_callback(void (*)(void));
extern void __sanitizer_symbolize_pc(void *, const char *, char *, __SIZE_TYPE__);
extern int setitimer(int, const long *, long *);

enum { HARNESS_MAKERS = 8, HARNESS_TOLD = 10 };

PLAIN static int harness_is_program(struct harness_object *found) {
  void *makers[2];
  int thread;
  return found->is_given ||
         __asan_get_alloc_stack((void *)found->at, makers, 2, &thread) == 2 &&
             harness_is_own(makers[1]);
}

PLAIN static void harness_tell(struct harness_object *found) {
  void *makers[HARNESS_MAKERS];
  int thread;
  char text[200];
  __SIZE_TYPE__ many = __asan_get_alloc_stack((void *)found->at, makers, HARNESS_MAKERS, &thread);
  dprintf(2, HARNESS_LOST_OBJECT ": %lu bytes, made", (unsigned long)found->size);
  for (__SIZE_TYPE__ each = 1; each < many && harness_is_own(makers[each]); each++) {
    __sanitizer_symbolize_pc(makers[each], "%f %S", text, sizeof text);
    dprintf(2, "%s in %s", each == 1 ? "" : ",", text);
  }
  dprintf(2, "\n");
}

PLAIN static void harness_mark_all(const char *from, const char *context) {
  harness_tidy();
  for (__SIZE_TYPE__ each = 0; each < harness_used; each++)
    harness_log[each].next = 0;
  if (context)
    from = harness_scan_registers(context);
  harness_scan(from, harness_top);
  dl_iterate_phdr(harness_scan_module, 0);
#ifdef HARNESS_PAGE
  for (unsigned each = 0; each < harness_mapped; each++)
    harness_scan((const char *)harness_pages[each],
                 (const char *)harness_pages[each] + HARNESS_PAGE);
#endif
  harness_spread();
  for (__SIZE_TYPE__ each = 0; each < harness_used; each++)
    if (!harness_log[each].next && !harness_is_program(&harness_log[each])) {
      harness_mark(&harness_log[each]);
      harness_spread();
    }
}

/* From here on the stack is searched: what lies below is of the search itself. */
PLAIN static void harness_search(const char *context, int is_interrupted) {
  int lost = 0;
  harness_mark_all(__builtin_frame_address(0), context);
  for (__SIZE_TYPE__ each = 0; each < harness_used; each++) {
    struct harness_object *found = &harness_log[each];
    if (!found->next && (!is_interrupted || found->is_suspected) && lost++ < HARNESS_TOLD)
      harness_tell(found);
    found->is_suspected = !found->next;
  }
  if (lost)
    __real__exit(HARNESS_REACHED);
}

/* What functions that have returned left on the stack would count as pointers. */
PLAIN static void harness_clear(void) {
  volatile char left[16384];
  for (unsigned at = 0; at < sizeof left; at++)
    left[at] = 0;
}

PLAIN static void harness_look(const char *context, int is_interrupted) {
  __builtin_unwind_init(); /* registers are saved on the stack */
  if (harness_is_busy)
    return;
  harness_is_busy = 1;
  harness_search(context, is_interrupted);
  harness_is_busy = 0;
}

PLAIN static void harness_end(void) {
  harness_clear();
  harness_look(0, 0);
}

/* To trap is a statement: no register is in use but those that functions keep. */
PLAIN static void harness_trapped(int number, void *information, const char *context) {
  harness_clear();
  harness_look(harness_interrupted(context) ? context : 0, 0);
  harness_handle(number, 0);
}

/* Processor time in user mode: waiting is not disturbed. */
PLAIN static void harness_wait(long microseconds) {
  long times[4] = {0, 0, microseconds / 1000000, microseconds % 1000000};
  setitimer(1, times, 0);
}

/* Rather in the program than in a library: there fewer registers count. */
PLAIN static void harness_tick(int number, void *information, const char *context) {
  static long microseconds = HARNESS_FIRST_SEARCH, tries;
  int is_own = !harness_is_busy && harness_interrupted(context);
  if (is_own || ++tries % 100 == 0) {
    harness_clear();
    harness_look(is_own ? context : 0, 1);
  }
  if (is_own)
    microseconds *= 2;
  harness_wait(is_own ? microseconds : 1000);
}

PLAIN static void harness_begin(char **arguments, char **environment) {
  char **last = environment;
  while (*last)
    last++;
  harness_top = (const char *)(last + 1);
  for (int each = 0; each < 2; each++)
    for (char **text = each ? environment : arguments; *text; text++) {
      const char *end = *text;
      while (*end++)
        ;
      harness_top = end > harness_top ? end : harness_top;
    }
  dl_iterate_phdr(harness_find_code, 0);
  __sanitizer_install_malloc_and_free_hooks(harness_made, harness_freed);
  __sanitizer_set_death_callback(harness_end);
  harness_handle(26 /* SIGVTALRM */, harness_tick);
  harness_wait(HARNESS_FIRST_SEARCH);
}
