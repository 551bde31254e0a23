/* A loop counts and ends when an input says so, but the error depends on something else: the idea of
 * Listing 1.1 in the paper on explicit-value analysis with CEGAR. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int most = __VERIFIER_nondet_int();
    int ticks = 0;
    int alarm = 0;
    while (__VERIFIER_nondet_int()) {
        ticks++;
        if (ticks > most)
            break;
    }
    if (ticks < 0 && alarm)
        reach_error();
    return 0;
}

// verify: TRUE
