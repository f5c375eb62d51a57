"""Cases of staging areas."""

_NAMES = ["Stage", "Unstage", "StagePeek", "StageSize", "StageClear"]
CASES = []
WITHOUT_CASE = {name: "needs a session: tests/_facade/contrib_programs.py" for name in _NAMES}
