/* Your Trumps with all cards dealt in halves, forced taking, the draw rule as default; the first suit is the
   trump suit of player 0, the second that of player 1; player 0 leads. SUITS and RANKS are given with -D.
   With -DRUN the run on top is taken instead of three, five or all.

   One stored state a position: every move is one d_step, the deal is one atomic sequence. What is stored besides
   is the state before the deal. A card is its number, suit by suit, ranks ascending. */

#define CARDS (SUITS * RANKS)
#define SUIT(c) ((c) / RANKS)
#define RANK(c) ((c) % RANKS)
#define OF(s) (((1 << RANKS) - 1) << ((s) * RANKS))
#define ABOVE(t) (OF(SUIT(t)) & ~((2 << (t)) - 1))
#define BEATERS(t, p) (ABOVE(t) | (SUIT(t) != (p) -> OF(p) : 0))
#define LEGAL(c) ((hand[me] >> (c)) & 1 && (phase == FOLLOW || size == 0 || (BEATERS(top, me) >> (c)) & 1))

#define PLAY 1
#define FOLLOW 2
#define OUT 3
#define DRAW 4

short hand[2];
byte pile[CARDS];
byte size;
byte top;       /* of the pile, 0 for none: a function of the pile, so it adds no state */
byte me;
byte phase;
byte dealt;     /* cards so far, 0 once all are */
byte first;     /* of them to player 0 */
hidden byte n;  /* these two serve within one step */
hidden short rest;

inline ended() {
  /* the player who has just laid is out; what does the other one hold? */
  rest = hand[1 - me];
  if
  :: (rest & (rest - 1)) == 0 && (BEATERS(top, 1 - me) & rest) != 0 -> phase = DRAW
  :: else -> phase = OUT
  fi
}

inline lay(c) {
  n = phase == PLAY && size > 0;  /* a beating card, after which a second one is laid */
  hand[me] = hand[me] & ~(1 << c);
  pile[size] = c;
  size++;
  top = c;
  phase = PLAY;
  if
  :: hand[me] == 0 -> ended(); me = 1 - me
  :: else ->
    if
    :: n -> phase = FOLLOW
    :: else -> me = 1 - me
    fi
  fi
}

#ifdef RUN
inline due() {
  n = 1;
  do
  :: n < size && SUIT(pile[size - n - 1]) == SUIT(top) -> n++
  :: else -> break
  od
}
#else
inline due() {
  n = (SUIT(top) != me -> 3 : (RANK(top) != RANKS - 1 -> 5 : size))
}
#endif

inline pick_up() {
  due();
  do
  :: n > 0 && size > 0 ->
    size--;
    n--;
    hand[me] = hand[me] | (1 << pile[size]);
    pile[size] = 0
  :: else -> break
  od;
  top = (size > 0 -> pile[(size > 0 -> size - 1 : 0)] : 0);
  me = 1 - me
}

#define LAY(c) :: d_step { phase <= FOLLOW && c < CARDS && LEGAL(c) -> lay(c) }

active proctype match() {
  atomic {
    do
    :: dealt == CARDS -> break
    :: first < CARDS / 2 && dealt < CARDS -> hand[0] = hand[0] | (1 << dealt); first++; dealt++
    :: dealt - first < CARDS / 2 && dealt < CARDS -> hand[1] = hand[1] | (1 << dealt); dealt++
    od;
    dealt = 0;
    first = 0;
    phase = PLAY
  }
end:
  do
  LAY(0)
  LAY(1)
  LAY(2)
  LAY(3)
  LAY(4)
  LAY(5)
  LAY(6)
  LAY(7)
  :: d_step { phase == PLAY && size > 0 && (BEATERS(top, me) & hand[me]) == 0 -> pick_up() }
  od
}
