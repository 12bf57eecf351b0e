-- Has an index over vectors of half precision, which is half as large, so that it stays in memory. An older version
-- beside this one reads `is_indexed`, because it can't use the new index.
ALTER TABLE knowledge_bases ADD COLUMN has_half_index boolean NOT NULL DEFAULT false;
