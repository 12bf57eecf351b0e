-- A node may wait for weeks, which is more milliseconds than an int can store.

ALTER TABLE node_runs ALTER COLUMN duration_ms TYPE bigint;
