// A ring buffer of four bytes: what goes in comes out, in order and unchanged.
// run: 3,7,8,9 -> normal end
// run: 4,250,251,252,253 -> normal end
// run: 5 -> normal end
#include <assert.h>
#include <stdlib.h>

extern unsigned char __VERIFIER_nondet_uchar(void);
extern unsigned int __VERIFIER_nondet_uint(void);

#define CAPACITY 4u

struct ring {
    unsigned head, count;
    unsigned char *cells;
};

static int put(struct ring *ring, unsigned char byte)
{
    if (ring->count == CAPACITY)
        return 0;
    ring->cells[(ring->head + ring->count++) % CAPACITY] = byte;
    return 1;
}

static int take(struct ring *ring, unsigned char *byte)
{
    if (ring->count == 0)
        return 0;
    *byte = ring->cells[ring->head];
    ring->head = (ring->head + 1) % CAPACITY;
    ring->count--;
    return 1;
}

int main(void)
{
    unsigned char sent[CAPACITY], received;
    struct ring ring = {CAPACITY - 1, 0, malloc(CAPACITY)};
    unsigned length = __VERIFIER_nondet_uint();
    if (length > CAPACITY)
        return 0;

    for (unsigned i = 0; i < length; i++) {
        sent[i] = __VERIFIER_nondet_uchar();
        assert(put(&ring, sent[i]));
    }
    for (unsigned i = 0; i < length; i++) {
        assert(take(&ring, &received));
        assert(received == sent[i]);
    }
    assert(!take(&ring, &received));
    free(ring.cells);
    return 0;
}

// verify: TRUE
