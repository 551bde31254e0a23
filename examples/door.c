// A lift that must not move with its door open; one sequence of buttons makes it.
// run: 1,3,2,0 -> normal end
// run: 1,4,3,0 -> error reached
// run: 1,3 -> input exhausted
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

enum button { LEAVE, CLOSE, OPEN, MOVE, HOLD };
enum door { SHUT, AJAR };

struct lift {
    enum door door;
    unsigned floor : 3;
    unsigned held : 1;
};

static void move(struct lift *lift)
{
    if (lift->door != SHUT)
        reach_error();
    lift->floor++;
}

int main(void)
{
    struct lift lift = {.door = AJAR};

    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case LEAVE:
            return 0;
        case CLOSE:
            lift.door = SHUT;
            break;
        case HOLD:
            lift.held = 1;
            /* fall through */
        case OPEN:
            lift.door = AJAR;
            break;
        case MOVE:
            if (lift.door == SHUT || lift.held)
                move(&lift);
            break;
        }
    }
}

// verify: FALSE
