// The price of a day's tickets: every passenger pays 1 or 2 more, by age and by distance. After
// [Tian17, Fig. 1]: branches that add to a sum, which is bounded in the end.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void)
{
    int price = 1, printed = 0;
    int child = __VERIFIER_nondet_int(), zone = __VERIFIER_nondet_int();

    if (zone > 1) {
        if (child)
            price = price + 1;
        else
            price = price + 2;
    } else {
        if (child)
            price = price + 2;
        else
            price = price + 3;
    }
    if (price > 3)
        reach_error();
    printed = printed + 1;
    return 0;
}

// verify: FALSE
