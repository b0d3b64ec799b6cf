"""Built-in players of the duel family."""

from __future__ import annotations

from itertools import combinations
from typing import TYPE_CHECKING

from hockey_cards.blades import Action, Verb, View
from hockey_cards.blades.levels import BLOCK, RED, strength, verdict
from hockey_cards.blades.table import HAND, Cards

if TYPE_CHECKING:
    from random import Random

_SAMPLES = 40


def greedy(view: View, rng: Random) -> Action:
    """Block as cheaply as it can; else shoot as high as it can, else lay a better stack, else change lines."""
    if view.table.shot:
        blocks = [move for move in view.legal if verdict(view.table.shot, _defence(view, move)) == BLOCK]
        return min(blocks, key=lambda move: strength(_defence(view, move)), default=Action(Verb.NONE))
    shots = [move for move in view.legal if move.verb is Verb.SHOOT]
    stacks = [m for m in view.legal if m.verb is Verb.STACK and strength(m.cards) > strength(view.stack)]
    return max(shots or stacks, key=lambda m: strength(m.cards), default=Action(Verb.CHANGE))


def _defence(view: View, move: Action) -> Cards:
    return view.stack if move.verb is Verb.USE else move.cards


def best(cards, red):
    own = [c for c in cards if (c in RED) is red]
    return max((strength(s) for n in (1, 2, 3) for s in combinations(own, n)), default=())


def make_counter(stack_w=0.1, prefer="hand", dump=False, thr=0.0, K=_SAMPLES, oppw=1.0, changew=0.0, clock=0.0, shotc=0.01, keepg=False, cyc=0.0, dumplim=9):
  def counter(view, rng):
    table = view.table
    if table.shot:
        blocks = [move for move in view.legal if verdict(table.shot, _defence(view, move)) == BLOCK]
        if blocks:
            def cost(m):
                s = strength(_defence(view, m))
                if prefer == "hand": return (m.verb is Verb.USE, s)
                if prefer == "stack": return (m.verb is not Verb.USE, s)
                return (s,)
            return min(blocks, key=cost)
        if dump:
            hands = [m for m in view.legal if m.verb is Verb.HAND and len(m.cards) == 3 and strength(m.cards)[0]==1]
            if hands:
                if keepg:
                    return max(hands, key=lambda m: (best([c for c in view.hand if c not in m.cards], False), [-x for x in strength(m.cards)]))
                return min(hands, key=lambda m: strength(m.cards))
        return Action(Verb.NONE)
    if len(view.legal)==1: return view.legal[0]
    opp = 1 - view.seat
    unseen = list(view.unseen)
    black = [c for c in unseen if c not in RED]
    guards=[]; shots=[]
    n = table.counts[opp]; k = table.stacks[opp]
    for _ in range(K):
        st = rng.sample(black, k)
        rest = [c for c in unseen if c not in st]
        h = rng.sample(rest, min(max(HAND, n), len(rest)))
        g = max(best(h[:n], False), strength(tuple(sorted(st))))
        guards.append(g); shots.append(best(h, True))
    def lost(guard):
        return sum(bool(s) and not (guard and guard >= s[:len(guard)]) for s in shots)/K
    # group
    from bisect import bisect_left
    values={}
    handg=best(view.hand, False)
    sg=strength(view.stack)
    base=lost(max(handg,sg))
    for m in view.legal:
        if m.verb is Verb.SHOOT:
            s=strength(m.cards)
            p=sum(not(g and g>=s[:len(g)]) for g in guards)/K
            v=p-oppw*base - shotc*s[0]+cyc*len(m.cards)-0.001*max(m.cards)/52
            if p<thr: v-=1
        elif m.verb is Verb.STACK:
            s=strength(m.cards)
            if not s: continue
            left=[c for c in view.hand if c not in m.cards]
            g=max(best(left,False), s)
            v=cyc*len(m.cards)-oppw*lost(g)+stack_w*((s>sg)*(s[0]-(sg[0] if sg else 0)))
        else:
            v=-oppw*lost(sg)+changew+cyc*len(view.hand)
        values[m]=v
    b=max(values.values())
    return rng.choice([m for m,v in values.items() if v>b-1e-9])
  return counter
