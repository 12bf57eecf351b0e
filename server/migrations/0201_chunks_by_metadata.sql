-- If few chunks match a filter, only these are compared: an approximate index would mostly visit other chunks.
CREATE INDEX chunks_by_metadata ON chunks USING gin (metadata jsonb_path_ops);
