/* A counter is looked at once, before it counts: what it is later does not matter. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int parts = 0;
    int jammed = 0;
    if (parts != 0)
        reach_error();
    while (parts < 40 && __VERIFIER_nondet_int()) {
        if (jammed)
            reach_error();
        parts++;
    }
    return 0;
}

// verify: TRUE
