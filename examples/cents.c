// Money in floating point: three payments do not always add up to three times the amount.
// run: 50 -> normal end
// run: 10 -> error reached
#include <assert.h>
#include <stdio.h>

extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int cents = __VERIFIER_nondet_int();
    double paid = 0.0;

    for (int payment = 1; payment <= 3; payment++) {
        paid += cents / 100.0;
        printf("payment %d of %d cents\n", payment, cents);
    }
    assert(paid == 3 * cents / 100.0);
    return 0;
}

// verify: FALSE
