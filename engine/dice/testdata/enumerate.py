#!/usr/bin/env python3
"""Writes expressions.tsv: dice as people write them elsewhere, each with what it comes to by an enumeration of its own, which
shares nothing with the program that is examined, or with a word of its refusal.

Columns: the expression; "average" with the mean, a number above it, and the chance of that or more, or "success" with
the chance, or "refused" with a part of the reason."""
from collections import defaultdict
from itertools import combinations_with_replacement, product
from math import factorial, floor

def D(n, low=1): return {f: 1 / (n - low + 1) for f in range(low, n + 1)}
def J(op, *ds):
    out = {(): 1.0}
    for d in ds: out = {k + (v,): p * q for k, p in out.items() for v, q in d.items()}
    r = defaultdict(float)
    for k, p in out.items(): r[op(*k)] += p
    return dict(r)
def C(n): return {n: 1.0}
def A(*ds):
    out = {0: 1.0}
    for d in ds:
        r = defaultdict(float)
        for a, p in out.items():
            for b, q in d.items(): r[a + b] += p * q
        out = dict(r)
    return out
def S(n, d): return A(*[d] * n)
def neg(d): return {-k: v for k, v in d.items()}
def over(d, n, up=False):
    r = defaultdict(float)
    for k, p in d.items(): r[-((-k) // n) if up else k // n] += p
    return dict(r)
def rnd(d, n):
    r = defaultdict(float)
    for k, p in d.items(): r[floor(k / n + .5)] += p
    return dict(r)
def times(d, n): return {k * n: p for k, p in d.items()}
def KEEP(n, d, places, worth=lambda v: v):
    """Keeps places (from the highest) of n dice, by all multisets of their values."""
    r = defaultdict(float)
    vals = sorted(d, reverse=True)
    for c in combinations_with_replacement(vals, n):
        w = factorial(n); p = 1.0
        for v in set(c): w //= factorial(c.count(v))
        for v in c: p *= d[v]
        r[sum(worth(c[i]) for i in places)] += w * p
    return dict(r)
def KH(n, d, k): return KEEP(n, d, range(min(k, n)))
def KL(n, d, k): return KEEP(n, d, range(max(n - k, 0), n))
def EX(n, at=None, deep=30, worth=lambda f, i: f, once=False):
    at = at or [n]
    r = defaultdict(float); now = {0: 1.0}
    for i in range(2 if once else deep):
        nxt = defaultdict(float)
        for s, p in now.items():
            if p < 1e-16: continue
            for f in range(1, n + 1):
                v = s + worth(f, i)
                if f in at and not (once and i == 1): nxt[v] += p / n
                else: r[v] += p / n
        now = nxt
    return {k: v for k, v in r.items()}
def cut(d): return {k: v for k, v in d.items() if v > 1e-9}
def RR(n, again):
    ok = [f for f in range(1, n + 1) if f not in again]
    return {f: 1 / len(ok) for f in ok}
def RO(n, again):
    r = defaultdict(float)
    for f in range(1, n + 1):
        if f in again:
            for g in range(1, n + 1): r[g] += 1 / n / n
        else: r[f] += 1 / n
    return dict(r)
def mapd(d, f):
    r = defaultdict(float)
    for k, p in d.items(): r[f(k)] += p
    return dict(r)
def CS(n, d, ok, bad=lambda v: False): return S(n, mapd(d, lambda v: int(ok(v)) - int(bad(v))))
def ok(d, f): return ("success", sum(p for k, p in d.items() if f(k)))
def ge(d, n): return ok(d, lambda k: k >= n)
def vs(a, b): return ("success", sum(p * q for x, p in a.items() for y, q in b.items() if x >= y))
def MAX(*ds): return J(max, *ds)
def MIN(*ds): return J(min, *ds)
F = D(1, -1)
d4, d6, d8, d10, d12, d20, d100 = D(4), D(6), D(8), D(10), D(12), D(20), D(100)
tens = J(lambda a, b: 10 * a + b, d6, d6)
stat = KH(4, d6, 3)
def no(w): return ("refused", w)

T = []
def t(expr, want): T.append((expr, want))

# plain sums
for e, w in [("d6", d6), ("1d6", d6), ("3d6", S(3, d6)), ("2d10+5", A(S(2, d10), C(5))), ("1d8+3", A(d8, C(3))), ("1d20-1", A(d20, C(-1))), ("D20 + 5", A(d20, C(5))), ("1d8+1d6+3", A(d8, d6, C(3))),
    ("d20+1d4", A(d20, d4)), ("2d6-1d4", A(S(2, d6), neg(d4))), ("10d6", S(10, d6)), ("8d6", S(8, d6)), ("1d100", d100), ("d%", d100), ("1d%", d100), ("4dF", S(4, F)), ("4df+2", A(S(4, F), C(2))), ("dF", F), ("2d6*2", times(S(2, d6), 2)),
    ("2*(d6+1)", times(A(d6, C(1)), 2)), ("(1d6+2)*3", times(A(d6, C(2)), 3)), ("2d6 × 2", times(S(2, d6), 2)), ("-1d6", neg(d6)), ("10-2d4", A(C(10), neg(S(2, d4)))), ("1d3", D(3)), ("1d2", D(2)), ("1d5+1d7", A(D(5), D(7))), ("d66", tens), ("2d66", A(tens, tens)), ("1d1000", D(1000)),
    ("(2d6)+(1d8)", A(S(2, d6), d8)), ("1d12+1d12", A(d12, d12)), ("5d4+5", A(S(5, d4), C(5))), ("3d6 + 2", A(S(3, d6), C(2))), ("1d6+1d6+1d6", S(3, d6)), ("20d6", S(20, d6)),
    # keep and drop
    ("4d6kh3", stat), ("4d6k3", stat), ("4d6dl1", stat), ("4d6 kh3", stat), ("4d6 drop lowest", stat), ("4d6 drop the lowest", stat), ("4d6 keep highest 3", stat), ("4d6 keep 3 highest", stat), ("4d6 Keep the 3 highest", stat), ("4d6 keep best 3", stat), ("4d6 best 3", stat), ("4d6 take 3", stat), ("4d6 take highest 3", stat),
    ("4d6 without lowest", stat), ("4d6 without the lowest", stat), ("best 3 of 4d6", stat), ("highest 3 of 4d6", stat), ("the highest 3 of 4d6", stat), ("top 3 of 4d6", stat), ("4d6kl3", KL(4, d6, 3)), ("lowest 2 of 4d6", KL(4, d6, 2)), ("worst 1 of 3d6", KL(3, d6, 1)), ("2d20kh1", KH(2, d20, 1)), ("2d20kh", KH(2, d20, 1)), ("2d20kl1", KL(2, d20, 1)), ("2d20kl1+3", A(KL(2, d20, 1), C(3))),
    ("2d20 take higher", KH(2, d20, 1)), ("2d20 take lower", KL(2, d20, 1)), ("2d20 take the higher", KH(2, d20, 1)), ("2d20 keep highest", KH(2, d20, 1)), ("2d20 keep lowest", KL(2, d20, 1)), ("4d6dh1", KL(4, d6, 3)), ("5d6dl1dh1", KEEP(5, d6, [1, 2, 3])), ("middle 3 of 5d6", KEEP(5, d6, [1, 2, 3])), ("middle 1 of 3d20", KEEP(3, d20, [1])), ("3d6kh5", S(3, d6)), ("6d6kh3", KH(6, d6, 3)), ("10d10k5", KH(10, d10, 5)), ("10d10kh2+4", A(KH(10, d10, 2), C(4))), ("7d6dl4", KH(7, d6, 3)), ("5d10kh3", KH(5, d10, 3)), ("8d6kh4", KH(8, d6, 4)), ("3d20kl1", KL(3, d20, 1)), ("best of 2d20", KH(2, d20, 1)), ("4d6 discard lowest", stat), ("4d6 drop lowest 2", KH(4, d6, 2)), ("3d6 drop 1 highest", KL(3, d6, 2)),
    # advantage
    ("d20 adv", KH(2, d20, 1)), ("d20 advantage", KH(2, d20, 1)), ("d20 dis", KL(2, d20, 1)), ("d20 disadvantage", KL(2, d20, 1)), ("d20 with advantage", KH(2, d20, 1)), ("d20 with disadvantage", KL(2, d20, 1)), ("d20 at advantage", KH(2, d20, 1)), ("d20 at disadvantage", KL(2, d20, 1)), ("d20+5 adv", A(KH(2, d20, 1), C(5))), ("1d20+5 with advantage", A(KH(2, d20, 1), C(5))), ("d20+5 at disadvantage", A(KL(2, d20, 1), C(5))), ("d20 elven", KH(3, d20, 1)), ("1d20 elven accuracy", KH(3, d20, 1)), ("d20+7 elven", A(KH(3, d20, 1), C(7))), ("d4+d20 dis", A(d4, KL(2, d20, 1))), ("d20 disadvantage + 3", A(KL(2, d20, 1), C(3))),
    # rerolls, bounds
    ("2d6rr1", S(2, RR(6, [1]))), ("2d6rr<3", S(2, RR(6, [1, 2]))), ("d6rr<=2", RR(6, [1, 2])), ("2d6ro1", S(2, RO(6, [1]))), ("2d6ro<3", S(2, RO(6, [1, 2]))), ("2d6 ro<=2", S(2, RO(6, [1, 2]))), ("8d6ro1", S(8, RO(6, [1]))), ("40d6rr1", S(40, RR(6, [1]))), ("4d6rr1kh3", KH(4, RR(6, [1]), 3)), ("4d6ro1kh3", KH(4, RO(6, [1]), 3)), ("1d20ro1+5", A(RO(20, [1]), C(5))), ("3d6mi2", S(3, mapd(d6, lambda f: max(f, 2)))), ("3d6min2", S(3, mapd(d6, lambda f: max(f, 2)))), ("1d20min10+7", A(mapd(d20, lambda f: max(f, 10)), C(7))), ("1d20mi10", mapd(d20, lambda f: max(f, 10))), ("3d6ma5", S(3, mapd(d6, lambda f: min(f, 5)))), ("2d6max4", S(2, mapd(d6, lambda f: min(f, 4)))), ("4d6min2kh3", KH(4, mapd(d6, lambda f: max(f, 2)), 3)), ("10d6min3", S(10, mapd(d6, lambda f: max(f, 3)))),
    # explosions
    ("d6!", EX(6)), ("3d6!", S(3, EX(6))), ("3d6x6", S(3, EX(6))), ("2d6e6", S(2, EX(6))), ("d6!>=5", EX(6, [5, 6])), ("d6!>4", EX(6, [5, 6])), ("1d10!+2", A(EX(10), C(2))), ("d8!+d6!", A(EX(8), EX(6))), ("2d6!!", S(2, EX(6))), ("d6!!", EX(6)), ("d6!p", EX(6, worth=lambda f, i: f - (i > 0))), ("3d6!p", S(3, EX(6, worth=lambda f, i: f - (i > 0)))), ("2d6xo6", S(2, EX(6, once=True))), ("2d6xo", S(2, EX(6, once=True))), ("3d8!o", S(3, EX(8, once=True))), ("2d6!k1", KH(2, cut(EX(6)), 1)), ("2d6!kh1", KH(2, cut(EX(6)), 1)), ("3d6!kl1", KL(3, cut(EX(6)), 1)), ("2d6!!kh1", KH(2, cut(EX(6)), 1)), ("4d6!kh3", KH(4, {k: v for k, v in EX(6).items() if v > 1e-8}, 3)), ("d6!=6", EX(6)), ("d20!=1", EX(20, [1])), ("d6rr1!", EX(6) and mapd({k: v for k, v in A(C(0)).items()}, lambda k: k)),
    # counting
    ("8d10cs>=7", CS(8, d10, lambda v: v >= 7)), ("5d6cs6", CS(5, d6, lambda v: v == 6)), ("5d6cs>=5", CS(5, d6, lambda v: v >= 5)), ("8d6cs>4", CS(8, d6, lambda v: v > 4)), ("5d6 hits on 5", CS(5, d6, lambda v: v >= 5)), ("5d6 hits on 5+", CS(5, d6, lambda v: v >= 5)), ("6d10 successes on 8", CS(6, d10, lambda v: v >= 8)), ("5d10cs>=8f1", CS(5, d10, lambda v: v >= 8, lambda v: v == 1)), ("5d10cs>=8cf1", CS(5, d10, lambda v: v >= 8, lambda v: v == 1)), ("5d10cs>=8df1", CS(5, d10, lambda v: v >= 8, lambda v: v == 1)), ("6d6cs>=5f<=2", CS(6, d6, lambda v: v >= 5, lambda v: v <= 2)), ("5d6cs>=5+2", A(CS(5, d6, lambda v: v >= 5), C(2))), ("1d20cs>19+5", A(CS(1, d20, lambda v: v > 19), C(5))), ("4d6cs<3", CS(4, d6, lambda v: v < 3)), ("4d6cs>=5kh2", KEEP(4, d6, [0, 1], lambda v: int(v >= 5))), ("10d6cs=6", CS(10, d6, lambda v: v == 6)),
    # division
    ("8d6/2", over(S(8, d6), 2)), ("floor(8d6/2)", over(S(8, d6), 2)), ("ceil(3d6/2)", over(S(3, d6), 2, True)), ("round(3d6/2)", rnd(S(3, d6), 2)), ("half(8d6)", over(S(8, d6), 2)), ("8d6 half", over(S(8, d6), 2)), ("8d6 halved", over(S(8, d6), 2)), ("3d6/2+1", A(over(S(3, d6), 2), C(1))), ("floor(1d20/3)", over(d20, 3)), ("(2d6+3)/2", over(A(S(2, d6), C(3)), 2)), ("2d6 ÷ 2", over(S(2, d6), 2)), ("1d100/10", over(d100, 10)), ("ceil(d100/10)", over(d100, 10, True)), ("half(2d6+1)", over(A(S(2, d6), C(1)), 2)), ("-1d6/2", over(neg(d6), 2)),
    # max, min, braces
    ("max(1d6,1d8)", MAX(d6, d8)), ("max(1d6, 1d8)", MAX(d6, d8)), ("min(2d6,10)", MIN(S(2, d6), C(10))), ("max(1d20, 10)+5", A(MAX(d20, C(10)), C(5))), ("min(1d6, 1d6)", MIN(d6, d6)), ("{1d20,10}kh", MAX(d20, C(10))), ("{1d20,10}kh1", MAX(d20, C(10))), ("{1d8,1d6}kh", MAX(d8, d6)), ("{2d6+3, 10}kl1", MIN(A(S(2, d6), C(3)), C(10))), ("{1d6,1d8,1d10}kh2", J(lambda a, b, c: a + b + c - min(a, b, c), d6, d8, d10)), ("{1d8!,1d6!}kh", MAX(EX(8), EX(6))), ("{d8!+d6!}kh1", MAX(EX(8), EX(6))), ("{2d6+1d8}kh2", J(lambda a, b, c: a + b + c - min(a, b, c), d6, d6, d8)), ("{4d6+2d8}kh3", J(lambda *v: sum(sorted(v)[-3:]), *[d6] * 4, d8, d8)), ("{1d20+5,1d20+3}>=15", A(mapd(A(d20, C(5)), lambda v: int(v >= 15)), mapd(A(d20, C(3)), lambda v: int(v >= 15)))), ("{3d6,2d8,10}>10", A(*[mapd(x, lambda v: int(v > 10)) for x in (S(3, d6), S(2, d8), C(10))])), ("max(2d6,7)*2", times(MAX(S(2, d6), C(7)), 2)), ("max(d6,d6,d6)", MAX(d6, d6, d6)),
    # around dice
    ("/r 1d20+4", A(d20, C(4))), ("/roll 2d6", S(2, d6)), ("!roll 3d6", S(3, d6)), ("!r d20", d20), ("[[1d20+4]]", A(d20, C(4))), ("/gmroll 1d100", d100), ("roll 2d8", S(2, d8)), ("2w6", S(2, d6)), ("1w20+3", A(d20, C(3))), ("w20", d20), ("3W6", S(3, d6)), ("２d６", S(2, d6)), ("２ｄ６＋３", A(S(2, d6), C(3))), ("1D20", d20), ("2d6−1", A(S(2, d6), C(-1))), ("  3d6  ", S(3, d6)), ("1d20\t+ 3", A(d20, C(3))),
    # labels
    ("1d8+3 [slashing]", A(d8, C(3))), ("1d8[slashing]+1d6[fire]", A(d8, d6)), ("2d6[fire] + 3", A(S(2, d6), C(3))), ("3d6 # fire", S(3, d6)), ("3d6 # at level 3 with 2 hits", S(3, d6)), ("8d6 fireball", S(8, d6)), ("1d20+5 (stealth)", A(d20, C(5))), ('1d20+5 "stealth"', A(d20, C(5))), ("1d20+5 'sneak attack'", A(d20, C(5))), ("3d6 mind blast", S(3, d6)), ("2d6 magic missile", S(2, d6)), ("8d6 dragon's breath", S(8, d6)), ("3d6+2 for the door", A(S(3, d6), C(2))), ("2d6+1 Ümlaut", A(S(2, d6), C(1))), ("1d20 initiative", d20), ("4d6kh3 strength", stat), ("1d8 “piercing”", d8), ("1d20 # vs 15", d20), ("2d6 sneak attack", S(2, d6)), ("1d100 wild magic", d100),
    ]: t(e, w)
T = [x for x in T if x[0] != "d6rr1!"]
q = RR(6, [1])
def exq(q, at):
    r = defaultdict(float); now = {0: 1.0}
    for _ in range(30):
        nxt = defaultdict(float)
        for s, p in now.items():
            for f, w in q.items():
                if f in at: nxt[s + f] += p * w
                else: r[s + f] += p * w
        now = {k: v for k, v in nxt.items() if v > 1e-16}
    return dict(r)
t("d6rr1!", exq(q, [6]))
# repeats: the totals together, or how many succeed
t("6#4d6kh3", S(6, stat)); t("4d6kh3 x6", S(6, stat)); t("6 times 4d6kh3", S(6, stat)); t("4d6kh3 6 times", S(6, stat)); t("3#1d20+5", S(3, A(d20, C(5)))); t("d20 twice", S(2, d20)); t("2d6 thrice", S(3, S(2, d6))); t("4d6kh3x6", KH(4, {k: v for k, v in EX(6).items() if v > 1e-8}, 3)); t("2 rolls of 2d6", S(2, S(2, d6)))
t("3#d20+5 vs 15", S(3, mapd(d20, lambda v: int(v + 5 >= 15))))
# comparisons
for e, w in [("d20+5 vs 12", ge(d20, 7)), ("d20+5 vs DC 15", ge(d20, 10)), ("d20+5 DC 15", ge(d20, 10)), ("d20+5 dc 15", ge(d20, 10)), ("d20+5 DC15", ge(d20, 10)), ("d20+5 vs AC 15", ge(d20, 10)), ("d20+5 ac 15", ge(d20, 10)), ("d20+5 target 15", ge(d20, 10)), ("d20+5 to beat 15", ge(d20, 10)), ("d20+5 tn 15", ge(d20, 10)), ("d20+5 against 15", ge(d20, 10)), ("d20+5 versus DC 12", ge(d20, 7)), ("d20+5 vs. 15", ge(d20, 10)),
    ("d20+5 difficulty 15", ge(d20, 10)), ("1d100 under 45", ok(d100, lambda v: v < 45)), ("1d100 <= 45", ok(d100, lambda v: v <= 45)), ("1d100 at most 45", ok(d100, lambda v: v <= 45)), ("d100<45", ok(d100, lambda v: v < 45)), ("3d6 <= 12", ok(S(3, d6), lambda v: v <= 12)), ("3d6 under 12", ok(S(3, d6), lambda v: v < 12)), ("2d6 >= 7", ge(S(2, d6), 7)), ("2d6≥7", ge(S(2, d6), 7)), ("2d6 at least 7", ge(S(2, d6), 7)), ("2d6 over 7", ok(S(2, d6), lambda v: v > 7)), ("2d6 above 7", ok(S(2, d6), lambda v: v > 7)), ("2d6 > 7", ok(S(2, d6), lambda v: v > 7)), ("3d6 = 10", ok(S(3, d6), lambda v: v == 10)), ("d20=>15", ge(d20, 15)), ("2d20kh1 vs 11", ge(KH(2, d20, 1), 11)), ("d20 adv vs 11", ge(KH(2, d20, 1), 11)), ("d20+5 advantage vs 15", ge(KH(2, d20, 1), 10)), ("d20+5 with advantage dc 15", ge(KH(2, d20, 1), 10)), ("4d6kh3 vs 18", ge(stat, 18)), ("8d10cs>=7 >= 3", ge(CS(8, d10, lambda v: v >= 7), 3)), ("8d10cs>=7 at least 3", ge(CS(8, d10, lambda v: v >= 7), 3)),
    ("d20 vs d20+3", vs(d20, A(d20, C(3)))), ("d20+2 vs d20+3", vs(A(d20, C(2)), A(d20, C(3)))), ("2d6+3 vs 2d6+1", vs(A(S(2, d6), C(3)), A(S(2, d6), C(1)))), ("d20 > d20", ("success", .475)), ("d20 vs -4", ("success", 1.0)), ("d20-1d4 vs 12", ge(A(d20, neg(d4)), 12)), ("8d6>4", ok(S(8, d6), lambda v: v > 4)), ("5d10>=8", ge(S(5, d10), 8)), ("d66 = 53", ("success", 1 / 36)), ("max(1d6,1d8) >= 5", ge(MAX(d6, d8), 5)), ("{1d8!,1d6!}kh >= 4", ("success", .8125)), ("8d6/2 >= 14", ge(over(S(8, d6), 2), 14)), ("d20 beats 10", ge(d20, 10)), ("1d20+5 (stealth) vs 15", no("stealth"))]: t(e, w)
# refused, with the way
for e, w in [("2d6r1", "rr1"), ("2d6r<3", "ro<3"), ("4d6d1", "dl1"), ("4d", "how many faces"), ("d0", "1 to 10000"), ("2d-1", "1 to 10000"), ("1001d6", "1000"), ("d6+", "missing"), ("(d6", "open"), ("d6)", "closed"), ("d6 vs", "missing behind"), ("damage 2d6", "2d6 # damage"), ("8d6 3rd level spell", "#"), ("8d6 half on save", "half"), ("1d8+3 piercing, half on save", "half"), ("5d6 successes", "cs>=5"), ("5d6 count 5s", "cs>=5"), ("6x4d6", "6#"), ("4d6 drop", "which"), ("2d6 plus 5", "+"), ("d20 each", "6#"), ("10d6>=5f1", "write 10d6cs>=5f1"), ("6d10>=8f1", "write 6d10cs>=8f1"), ("1d20+5kh1", "write 1d20kh1+5"), ("elven", "elven behind a single die"),
    ("5d10f1", "count"), ("(1d4 + 1, 3)kh1", "braces"), ("{4d6, 2d8}", "kh1"), ("d20 advantag", "#"), ("4d6 drp lowest", "#"), ("d6!!!", "twice"), ("2d6kh1kl1", "once"), ("d1!", "without end"), ("output [highest 3 of 4d6]", "best 3 of 4d6"), ("1d20 + @{strength}", "elsewhere"), ("2d6+[[1d4]]", "within another"), ("8d6/0", "not 0"), ("2d6/1d4", "a number"), ("d20 vs dragon", "missing behind"), ("3d6 reroll 1s", "rr1"), ("4d6 exploding", "!"), ("1d20 double", "2*"), ("seraph", "cannot be read")]: t(e, no(w))

def row(e, w):
    if isinstance(w, tuple):
        kind, v = w
        return f"{e}\trefused\t{v}\t" if kind == "refused" else f"{e}\tsuccess\t{v:.12f}\t"
    all = sum(w.values())
    mean = sum(k * p for k, p in w.items()) / all
    n = floor(mean + 1e-6) + 1
    return f"{e}\taverage\t{mean:.9f}\t{n}\t{sum(p for k, p in w.items() if k >= n) / all:.9f}"
seen = set()
with open("expressions.tsv", "w") as f:
    for e, w in T:
        e = e.replace("\t", " ")
        if e in seen: continue
        seen.add(e)
        f.write(row(e, w) + "\n")
print(len(seen))
