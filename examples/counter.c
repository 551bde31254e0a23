/* Two counters that go in step. That they never differ needs an invariant, total == 2 * count: the
 * values themselves go on for ever. */
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

int main(void) {
    unsigned count = 0;
    unsigned total = 0;
    unsigned noise = 0;
    while (__VERIFIER_nondet_uint() != 0) {
        count++;
        total += 2;
        noise += __VERIFIER_nondet_uint();
    }
    if (total != 2 * count)
        reach_error();
    return 0;
}

// verify: TRUE
