"""Fresh cases: a stock of them for each problem, and those that each submission was given."""
