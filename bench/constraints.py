"""The same question answered by OR-Tools CP-SAT; see ``peers``."""

from collections import Counter
from collections.abc import Sequence
from time import process_time

import networkx as nx
from ortools.sat.python import cp_model

from bench.peers import Answer, Map, Need, TooSlow, deadline, read
from companion.dewan.rules.table import Table
from companion.dewan.rules.words import Terrain
from companion.rules.hexes import Hex


def by_constraints(table: Table, player: str, budget: float) -> Answer:
    """OR-Tools CP-SAT: for every destination a circuit through the places used, closed by a node that stands for
    "outside"; equal cards are counted together."""
    until = process_time() + budget
    with deadline(budget):
        seen = read(table, player)
        if seen is None:
            return {}
        # What cannot be reached with this many steps need not be modelled.
        near: dict[Hex, int] = {}
        for start in seen.starts:
            for at, steps in nx.single_source_shortest_path_length(seen.graph, start, len(seen.hand) - 1).items():
                near[at] = min(steps, near.get(at, steps))
        answer = {}
        for end, place in sorted(seen.places.items()):
            if place.destinations and end in near and end not in seen.starts:
                best = _solve(seen, sorted(near), end, until)
                answer.update({at: best for at in place.destinations if best})
        return {at: best for at, best in answer.items() if best}


def _solve(seen: Map, inside: Sequence[Hex], end: Hex, until: float) -> tuple[int, int] | None:
    model = cp_model.CpModel()
    node = {at: i for i, at in enumerate(inside, 1)}
    used = {at: model.new_bool_var("") for at in inside}
    arcs = [(node[at], node[at], ~used[at]) for at in inside]
    arcs += [
        (node[at], node[other], model.new_bool_var("")) for at in inside for other in seen.graph[at] if other in node
    ]
    arcs += [(0, node[start], model.new_bool_var("")) for start in seen.starts if start in node]
    arcs.append((node[end], 0, model.new_constant(1)))
    model.add_circuit(arcs)

    kinds = Counter(frozenset(card.terrains) for card in seen.hand)
    needs: list[Need] = [*Terrain, None]
    paid: dict[Need, list[cp_model.IntVar]] = {need: [] for need in needs}
    for terrains, number in kinds.items():
        spent = []
        for need in needs:
            if need is None or need in terrains:
                spent.append(model.new_int_var(0, number, ""))
                paid[need].append(spent[-1])
        model.add(sum(spent) <= number)
    for need in needs:
        model.add(sum(paid[need]) == sum(used[at] for at in inside if seen.places[at].need is need))

    cards = sum(used.values())
    given = sum(used[at] for at in inside if seen.places[at].gift)
    model.minimize(cards * (len(inside) + 1) + given)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1  # as ours
    solver.parameters.max_time_in_seconds = max(until - process_time(), 0.001)
    status = solver.solve(model)
    if status == cp_model.INFEASIBLE:
        return None
    if status != cp_model.OPTIMAL:
        raise TooSlow
    return solver.value(cards), solver.value(given)
