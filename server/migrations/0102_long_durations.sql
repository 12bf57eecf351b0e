-- A node may wait for weeks: more milliseconds than an int holds.

ALTER TABLE node_runs ALTER COLUMN duration_ms TYPE bigint;
