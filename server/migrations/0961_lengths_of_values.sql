-- The characters of the JSON, for lists that leave large values out: the stored values are compressed, and to decompress
-- them takes a tenth of a second each. Null where an older version wrote the row.
ALTER TABLE executions ADD COLUMN inputs_length integer, ADD COLUMN outputs_length integer;
ALTER TABLE node_runs ADD COLUMN outputs_length integer;
