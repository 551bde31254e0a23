/* Two turnstiles that let nobody pass without a coin, whatever the order of coins and visitors. The
 * order makes many paths; what holds at the loop is the same after all of them. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
    int left_is_open = 0;
    int left_is_paid = 0;
    int right_is_open = 0;
    int right_is_paid = 0;
    while (__VERIFIER_nondet_int()) {
        if (__VERIFIER_nondet_int()) { /* a coin on the left */
            left_is_paid = 1;
            left_is_open = 1;
        }
        if (__VERIFIER_nondet_int()) { /* a coin on the right */
            right_is_paid = 1;
            right_is_open = 1;
        }
        if (__VERIFIER_nondet_int() && left_is_open) { /* a visitor on the left */
            if (!left_is_paid)
                reach_error();
            left_is_open = 0;
            left_is_paid = 0;
        }
        if (__VERIFIER_nondet_int() && right_is_open) { /* a visitor on the right */
            if (!right_is_paid)
                reach_error();
            right_is_open = 0;
            right_is_paid = 0;
        }
    }
    return 0;
}

// verify: TRUE
