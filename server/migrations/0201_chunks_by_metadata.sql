-- A filter that few chunks pass is answered by comparing those: an approximate index would look for them everywhere else.
CREATE INDEX chunks_by_metadata ON chunks USING gin (metadata jsonb_path_ops);
