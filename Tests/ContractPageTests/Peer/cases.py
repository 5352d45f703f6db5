"""Tests the requirements of docs/contract on a bus with a peer that is written from the contract alone.

    cases.py NAVBUS-BUS PROTO [CASE...]   prints a line for each case; the exit code is 1 if one fails
"""

import sys
import traceback

import cases_joining  # noqa: F401: the cases note themselves
import cases_requests  # noqa: F401
import cases_rights  # noqa: F401
from stage import CASES, MODULES


def main(names):
    failures = 0
    for case, clauses in CASES:
        if names and case.__name__ not in names:
            continue
        try:
            case()
            print(f"passed {case.__name__}: {' '.join(clauses)}", flush=True)
        except Exception:
            failures += 1
            print(f"FAILED {case.__name__}: {' '.join(clauses)}\n{traceback.format_exc()}", flush=True)
    return 1 if failures else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[3:]))
    finally:
        MODULES.cleanup()
