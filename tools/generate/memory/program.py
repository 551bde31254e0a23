"""Whole programs: ``generate`` turns a seed into C text and the error that is in it, if any."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from tools.generate.builder import indented
from tools.generate.memory import operations, strings
from tools.generate.memory.blocks import block, dead_branch, function
from tools.generate.memory.operations import move_out, start_of
from tools.generate.memory.plants import PLANTS, VIOLATED
from tools.generate.memory.state import SIZES, Piece, Slot, Writer

# What programs may show beside the rest: errors with objects whose block has ended, and strings.
FEATURES = frozenset(("blocks", "strings"))
# The features that the interpreter has; the others are asked for by name.
PRESENT: frozenset[str] = frozenset()
NESTED = ((2.0, block), (0.7, dead_branch))

_HEAD = """typedef unsigned long word;
typedef __SIZE_TYPE__ size_t;
void *malloc(size_t size);
void *calloc(size_t count, size_t size);
void *realloc(void *old, size_t size);
void free(void *old);
void exit(int status) __attribute__((noreturn));
void *memcpy(void *to, const void *from, size_t size);
void *memmove(void *to, const void *from, size_t size);
void *memset(void *to, int byte, size_t size);
int memcmp(const void *a, const void *b, size_t size);
size_t strlen(const char *text);
size_t strnlen(const char *text, size_t most);
char *strcpy(char *to, const char *from);
char *strncpy(char *to, const char *from, size_t most);
char *strcat(char *to, const char *from);
char *strchr(const char *text, int wanted);
char *strdup(const char *text);
int strcmp(const char *a, const char *b);
int strncmp(const char *a, const char *b, size_t most);
struct record { int number; char *first; char *second; };
struct node { int value; struct node *next; };
union both { char *pointer; word number; };
static int one = 1;
static unsigned long long sum;
static char buffer[200];
static struct node *list;
static void put(char *p, int at, int value) { p[at] = value; }
static int get(char *p) { return *p; }
static char *same(char *p) { return p; }
static char *make(size_t size)
{
char *p = malloc(size);
memset(p, 1, size);
return p;
}
static void make_at(char **to, size_t size) { *to = make(size); }
static void drop(char *p) { free(p); }
static void release(char **p)
{
free(*p);
*p = 0;
}
static void push(void)
{
struct node *n = malloc(sizeof *n);
n->value = one;
n->next = list;
list = n;
}
static void pop(void)
{
struct node *n = list;
list = n->next;
free(n);
}
"""


@dataclass(frozen=True, slots=True)
class MemoryProgram:
    """C text, and the kind of the error in it, its subproperty and line; empty when there is none.
    Losing and leaving objects has no line that all would agree on: it is the planted one."""

    text: str
    kind: str
    violated: str
    line: int


def generate(seed: int, features: frozenset[str] = FEATURES) -> MemoryProgram:
    """The program of a seed; the same text on every machine and in every run."""
    random = Random(seed)
    w = Writer(random, features, _HEAD.splitlines())
    wanted = w.pick(list(PLANTS)) if w.chance(1 / 3) else ""
    for number in range(w.number(3, 6)):
        w.top.append(f"static char *p{number};")
        w.slots.append(Slot(f"p{number}"))
    for _ in range(2):
        piece = Piece("global", w.pick(SIZES), w.name("array"))
        w.top.append(f"static char {piece.name}[{piece.size}] __attribute__((aligned(16)));")
        w.arrays.append(piece)
    w.top += ["static struct record fixed;", ""]
    w.slots += [Slot("fixed.first"), Slot("fixed.second")]
    for _ in range(w.number(2, 4)):
        function(w, lambda inner: _statements(inner, wanted))
    if wanted and not w.planted:
        PLANTS[wanted](w)
    _finish(w)
    text = indented([*w.top, "int main(void)", "{", *w.lines, "}"])
    lines = [n for n, line in enumerate(text.splitlines(), 1) if "// planted: " in line]
    return MemoryProgram(text, w.planted, VIOLATED.get(w.planted, ""), lines[0] if lines else 0)


def _statements(w: Writer, wanted: str) -> None:
    """Some random statements, and now and then the error."""
    table = [*operations.OPERATIONS, *(strings.OPERATIONS if "strings" in w.features else ())]
    weights = [weight for weight, _ in table] + [weight for weight, _ in NESTED]
    for _ in range(w.number(2, 7)):
        chosen = w.random.choices(range(len(weights)), weights)[0]
        if chosen < len(table):
            table[chosen][1](w)
        else:
            NESTED[chosen - len(table)][1](w, lambda inner: _statements(inner, wanted))
        if wanted and not w.planted and w.chance(0.1):
            PLANTS[wanted](w)


def _finish(w: Writer) -> None:
    """Free what is left, and end."""
    for slot in list(w.slots):
        piece = slot.piece
        if piece is None or piece.kind != "heap" or piece.end or slot not in w.slots:
            continue
        move_out(w, piece)
        w.add(f"free({start_of(slot)});")
        w.kill(piece, "freed")
    w.add("while (list) pop();", w.pick(("return 0;", "exit(0);")))
