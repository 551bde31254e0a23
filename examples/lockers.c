/* Lockers at a station: for as long as it is open, somebody takes a free one and gives it back. At
 * the end of the day each is as it was in the morning, however many people came. */
// run: 1,0,0,1,1,2,1,0,0,2 -> normal end
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
extern void *memcpy(void *, const void *, __SIZE_TYPE__);

static unsigned char taken[4], morning[4];

int main(void)
{
    unsigned customers = 0;
    int at;

    for (at = 0; at < 4; at++)
        taken[at] = __VERIFIER_nondet_int() != 0;
    memcpy(morning, taken, sizeof taken);
    while (__VERIFIER_nondet_int()) {
        at = __VERIFIER_nondet_int();
        if (at < 0 || at > 3 || taken[at])
            continue;
        taken[at] = 1;
        customers++;
        taken[at] = 0;
    }
    at = __VERIFIER_nondet_int();
    if (at >= 0 && at < 4 && taken[at] != morning[at])
        reach_error();
    return 0;
}

// verify: TRUE
