// Your Trumps for two with 36 cards, written by hand; with -DRUN the variant in which a run of one suit is taken.
#include "chance.h"

static mask ABOVE[52], SUIT[4];

static void prepare(void) {
    for (int c = 0; c < 52; c++)
        for (int d = c + 1; d < 52 && d / 13 == c / 13; d++) ABOVE[c] |= 1ull << d;
    for (int s = 0; s < 4; s++) SUIT[s] = 0x1fffull << 13 * s;
}

static inline mask beating(int card, int trump) {
    return ABOVE[card] | (card / 13 == trump ? 0 : SUIT[trump]);
}

static inline int due(const unsigned char *pile, int height, int trump) {
    int top = pile[height - 1];
#ifdef RUN
    (void)trump;
    int n = 1;
    while (n < height && pile[height - 1 - n] / 13 == top / 13) n++;
    return n;
#else
    int n = top / 13 != trump ? 3 : top % 13 != 12 ? 5 : height;
    return n < height ? n : height;
#endif
}

static result play(mask match, int cap) {
    stream lot = {word(match, 1)}, deal = {word(match, 2)}, seat[2] = {{word(match, 16)}, {word(match, 17)}};
    mask hand[2] = {0, 0}, deck = SUIT[0] & ~0xfull;
    int dealer = below(&lot, 2), trump[2], height = 0, follow = 0, plies = 0;
    unsigned char pile[52];
    trump[0] = below(&seat[0], 4);
    trump[1] = nth(15 & ~(1 << trump[0]), below(&seat[1], 3));
    deck |= deck << 13 | deck << 26 | deck << 39;
    int me = !dealer;
    for (int left = 36, to = me; left; left--, to = !to) {
        int card = nth(deck, below(&deal, left));
        deck ^= 1ull << card;
        hand[to] |= 1ull << card;
    }
    while (plies < cap) {
        mask mine = hand[me], can = mine;
        plies++;
        if (height && !follow) {
            can &= beating(pile[height - 1], trump[me]);
            if (!can) {
                for (int n = due(pile, height, trump[me]); n; n--) mine |= 1ull << pile[--height];
                hand[me] = mine;
                me = !me;
                continue;
            }
        }
        int card = nth(can, below(&seat[me], count(can))), passes = !height || follow;
        hand[me] = mine ^= 1ull << card;
        pile[height++] = card;
        if (!mine) {
            mask left = hand[!me];
            int draw = !(left & (left - 1)) && left & beating(card, trump[!me]) ? 1 : 0;
            return (result){!draw, me, plies};
        }
        follow = !passes;
        if (passes) me = !me;
    }
    return (result){-1, -1, plies};
}
