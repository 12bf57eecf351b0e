-- Has an index over vectors of half precision, which is half as large, so that it stays in memory. `is_indexed` is what
-- an older version beside this one goes by: it can't use the new index.
ALTER TABLE knowledge_bases ADD COLUMN has_half_index boolean NOT NULL DEFAULT false;
