"""Families of programs about memory: a size n that is read, an error for each property.

Each family is one safe program; a twin differs from it in one line, and violates the property that
the line is listed under. The size is at most a bound that is filled in, two or more; a large one
stands for none at all, and is small enough that no size overflows.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

LARGE = 1 << 14
PROPERTIES = ("valid-deref", "valid-free", "valid-memtrack", "valid-memcleanup")

_HEAD = """#include <stdlib.h>
extern unsigned __VERIFIER_nondet_uint(void);
"""


@dataclass(frozen=True, slots=True)
class MemoryFamily:
    """A safe program with ``BOUND`` in it, and by property the line that a twin replaces, with
    what it is replaced by."""

    about: str
    text: str
    twins: Mapping[str, tuple[str, str]]

    def program(self, bound: int, violated: str = "") -> str:
        """The safe program for a bound, or the twin that violates a property."""
        text = self.text.strip() + "\n"
        expectation = "safe"
        if violated:
            line, other = self.twins[violated]
            text = text.replace(line, other)
            expectation = f"unsafe ({violated})"
        head = f"// expect: {expectation}\n// because: {self.about}\n"
        return head + _HEAD + text.replace("BOUND", str(bound))


FILLED = MemoryFamily(
    "an array of n numbers is filled and read",
    """
static int *kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > BOUND)
    return 0;
  int *a = calloc(n, sizeof *a);
  int sum = 0;
  if (!a)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = (int)(i & 7);
  for (unsigned i = 0; i < n; i++)
    sum ^= a[i];
  free(a);
  return sum == -1;
}
""",
    {
        "valid-deref": ("    sum ^= a[i];", "    sum ^= a[i + 1];"),
        "valid-free": ("  free(a);", "  free(a + n - 1 + 1);"),
        "valid-memtrack": ("  free(a);", "  a = 0;"),
        "valid-memcleanup": ("  free(a);", "  kept = a;"),
    },
)
TEXT = MemoryFamily(
    "a string of n characters is made, copied and scanned",
    """
static char *kept;
static char *copy(const char *from) {
  unsigned length = 0;
  while (from[length])
    length++;
  char *to = malloc(length + 1);
  if (!to)
    return 0;
  for (unsigned i = 0; i <= length; i++)
    to[i] = from[i];
  return to;
}
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), spaces = 0;
  if (n > BOUND)
    return 0;
  char *text = malloc(n + 1);
  if (!text)
    return 0;
  for (unsigned i = 0; i < n; i++)
    text[i] = i % 3 ? 'x' : ' ';
  text[n] = 0;
  char *other = copy(text);
  if (other)
    for (char *p = other; *p; p++)
      spaces += *p == ' ';
  free(other);
  free(text);
  return spaces > n;
}
""",
    {
        "valid-deref": ("  char *to = malloc(length + 1);", "  char *to = malloc(length);"),
        "valid-free": ("  free(other);", "  free(other), free(other);"),
        "valid-memtrack": ("  free(other);", "  other = 0;"),
        "valid-memcleanup": ("  free(other);", "  kept = other;"),
    },
)
MATRIX = MemoryFamily(
    "a matrix of n rows is filled by pointers that move",
    """
static int *kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), m = __VERIFIER_nondet_uint();
  if (n == 0 || n > BOUND || m == 0 || m > BOUND)
    return 0;
  int *a = malloc(n * m * sizeof *a);
  int trace = 0;
  if (!a)
    return 0;
  int *p = a;
  for (unsigned i = 0; i < n; i++)
    for (unsigned j = 0; j < m; j++)
      *p++ = i == j;
  for (unsigned i = 0; i < n && i < m; i++)
    trace += a[i * m + i];
  free(a);
  return trace == 0;
}
""",
    {
        "valid-deref": ("    trace += a[i * m + i];", "    trace += a[(i + 1) * m + i];"),
        "valid-free": ("  free(a);", "  free(p);"),
        "valid-memtrack": ("  free(a);", "  a = p = 0;"),
        "valid-memcleanup": ("  free(a);", "  kept = a;"),
    },
)
POINTERS = MemoryFamily(
    "n objects are allocated in one loop and freed in another",
    """
static int **kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > BOUND)
    return 0;
  int **table = calloc(n, sizeof *table);
  if (!table)
    return 0;
  for (unsigned i = 0; i < n; i++)
    table[i] = malloc(sizeof(int));
  for (unsigned i = 0; i < n; i++)
    *table[i] = (int)i;
  for (unsigned i = 0; i < n; i++)
    free(table[i]);
  free(table);
  return 0;
}
""",
    {
        "valid-deref": ("    *table[i] = (int)i;", "    table[i][1] = (int)i;"),
        "valid-free": ("    free(table[i]);", "    free(table[0]), table[0] = table[i / 2];"),
        "valid-memtrack": ("    free(table[i]);", "    table[i] = 0;"),
        "valid-memcleanup": ("  free(table);", "  kept = table;"),
    },
)
RING = MemoryFamily(
    "a ring buffer of n pointers, through which twice as many objects go",
    """
static int **kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), first = 0;
  if (n == 0 || n > BOUND)
    return 0;
  int **ring = calloc(n, sizeof *ring);
  if (!ring)
    return 0;
  for (unsigned i = 0; i < 2 * n; i++) {
    free(ring[first]);
    ring[first] = malloc(sizeof(int));
    *ring[first] = (int)i;
    first = first + 1 == n ? 0 : first + 1;
  }
  for (unsigned i = 0; i < n; i++)
    free(ring[i]);
  free(ring);
  return 0;
}
""",
    {
        "valid-deref": (
            "    first = first + 1 == n ? 0 : first + 1;",
            "    first = first == n ? 0 : first + 1;",
        ),
        "valid-free": ("    free(ring[i]);", "    free(ring[n - 1 - i / 2]);"),
        "valid-memtrack": ("    free(ring[first]);", "    ring[first] = 0;"),
        "valid-memcleanup": ("  free(ring);", "  kept = ring;"),
    },
)
STACK = MemoryFamily(
    "n nodes are put on a linked stack and taken from it",
    """
struct node { struct node *below; int value; };
static struct node *kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > BOUND)
    return 0;
  struct node *top = 0;
  int sum = 0;
  for (unsigned i = 0; i < n; i++) {
    struct node *at = malloc(sizeof *at);
    at->below = top;
    at->value = 1;
    top = at;
  }
  while (top) {
    struct node *at = top;
    top = at->below;
    sum ^= at->value;
    free(at);
  }
  return sum == 2;
}
""",
    {
        "valid-deref": ("    sum ^= at->value;", "    sum ^= top->value;"),
        "valid-free": ("    free(at);", "    free(&at->value);"),
        "valid-memtrack": ("    free(at);", "    at = 0;"),
        "valid-memcleanup": ("    free(at);", "    at->below = kept, kept = at;"),
    },
)
VECTOR = MemoryFamily(
    "a vector that doubles its room holds n numbers",
    """
static int *kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint(), room = 1, used = 0;
  if (n == 0 || n > BOUND)
    return 0;
  int *items = malloc(room * sizeof *items);
  if (!items)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    if (used == room) {
      int *more = realloc(items, 2 * room * sizeof *items);
      if (!more)
        break;
      items = more;
      room *= 2;
    }
    items[used] = (int)i;
    used++;
  }
  free(items);
  return 0;
}
""",
    {
        "valid-deref": ("    if (used == room) {", "    if (used > room) {"),
        "valid-free": ("  free(items);", "  free(items + used);"),
        "valid-memtrack": ("  free(items);", "  items = 0;"),
        "valid-memcleanup": ("  free(items);", "  kept = items;"),
    },
)
RECORDS = MemoryFamily(
    "n records each own a buffer, the i-th one of i + 1 bytes",
    """
struct record { unsigned size; char *bytes; };
static struct record *kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > BOUND)
    return 0;
  struct record *records = calloc(n, sizeof *records);
  if (!records)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    records[i].size = i + 1;
    records[i].bytes = malloc(i + 1);
  }
  for (unsigned i = 0; i < n; i++)
    records[i].bytes[records[i].size - 1] = 'x';
  for (unsigned i = 0; i < n; i++)
    free(records[i].bytes);
  free(records);
  return 0;
}
""",
    {
        "valid-deref": ("    records[i].size = i + 1;", "    records[i].size = i + 2;"),
        "valid-free": ("    free(records[i].bytes);", "    free(&records[i].bytes);"),
        "valid-memtrack": ("    free(records[i].bytes);", "    records[i].bytes = 0;"),
        "valid-memcleanup": ("  free(records);", "  kept = records;"),
    },
)
ROWS = MemoryFamily(
    "a triangle of n rows, each an object of its own",
    """
static int **kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > BOUND)
    return 0;
  int **rows = calloc(n, sizeof *rows);
  if (!rows)
    return 0;
  for (unsigned i = 0; i < n; i++) {
    rows[i] = calloc(i + 1, sizeof **rows);
    rows[i][0] = 1;
    for (unsigned j = 1; j < i; j++)
      rows[i][j] = rows[i - 1][j - 1] ^ rows[i - 1][j];
  }
  for (unsigned i = 0; i < n; i++)
    free(rows[i]);
  free(rows);
  return 0;
}
""",
    {
        "valid-deref": (
            "    for (unsigned j = 1; j < i; j++)",
            "    for (unsigned j = 1; j <= i + 1; j++)",
        ),
        "valid-free": ("    free(rows[i]);", "    free(rows[i / 2]);"),
        "valid-memtrack": ("    free(rows[i]);", "    rows[i] = 0;"),
        "valid-memcleanup": ("  free(rows);", "  kept = rows;"),
    },
)
GAP = MemoryFamily(
    "a gap buffer of n characters: the gap is moved to the front and to the back",
    """
static char *kept;
int main(void) {
  unsigned n = __VERIFIER_nondet_uint();
  if (n == 0 || n > BOUND)
    return 0;
  char *buffer = malloc(n + 4);
  if (!buffer)
    return 0;
  unsigned before = 0, after = 4;
  for (unsigned i = 4; i < n + 4; i++)
    buffer[i] = (char)(i & 63);
  while (after < n + 4) {
    buffer[before] = buffer[after];
    before++;
    after++;
  }
  while (before > 0) {
    before--;
    after--;
    buffer[after] = buffer[before];
  }
  free(buffer);
  return 0;
}
""",
    {
        "valid-deref": ("  while (after < n + 4) {", "  while (after <= n + 4) {"),
        "valid-free": ("  free(buffer);", "  free(buffer + after);"),
        "valid-memtrack": ("  free(buffer);", "  buffer = 0;"),
        "valid-memcleanup": ("  free(buffer);", "  kept = buffer;"),
    },
)

FAMILIES: dict[str, MemoryFamily] = {
    "filled": FILLED,
    "text": TEXT,
    "matrix": MATRIX,
    "pointers": POINTERS,
    "ring": RING,
    "stack": STACK,
    "vector": VECTOR,
    "records": RECORDS,
    "rows": ROWS,
    "gap": GAP,
}
