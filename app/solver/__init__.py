"""The solver: verdicts, lines, hints and difficulty, all cards known unless a function says otherwise."""
