"""The cheapest way to give every row its own column (Hungarian method with potentials)."""

import numpy as np

from companion.dewan.vision.lattice import Floats


def cheapest_assignment(cost: Floats) -> list[int]:
    """For an (n, m) cost table with n <= m, the column of each row; no column is given twice."""
    n, m = cost.shape
    if n > m:
        raise ValueError("more rows than columns")
    row_price, column_price = np.zeros(n + 1), np.zeros(m + 1)
    owner = np.zeros(m + 1, dtype=np.int64)  # row (from 1) of each column (from 1)
    for row in range(1, n + 1):
        owner[0] = row
        at = 0
        slack = np.full(m + 1, np.inf)
        came = np.zeros(m + 1, dtype=np.int64)
        done = np.zeros(m + 1, dtype=bool)
        while owner[at] != 0:
            done[at] = True
            open_columns = np.flatnonzero(~done[1:]) + 1
            reduced = cost[owner[at] - 1, open_columns - 1] - row_price[owner[at]] - column_price[open_columns]
            better = reduced < slack[open_columns]
            slack[open_columns[better]] = reduced[better]
            came[open_columns[better]] = at
            nearest = int(open_columns[slack[open_columns].argmin()])
            step = slack[nearest]
            row_price[owner[done]] += step
            column_price[done] -= step
            slack[~done] -= step
            at = nearest
        while at:
            owner[at] = owner[came[at]]
            at = int(came[at])
    answer = [0] * n
    for column in range(1, m + 1):
        if owner[column]:
            answer[owner[column] - 1] = column - 1
    return answer
