-- The metadata of a chunk as numbers among its terms, so that the index of the terms also finds the chunks that pass a
-- filter. Rows of an older version have none; a sweep adds them.
ALTER TABLE chunk_terms ADD COLUMN is_labelled boolean NOT NULL DEFAULT false;
CREATE INDEX chunk_terms_to_label ON chunk_terms (knowledge_base_id) WHERE NOT is_labelled;

-- Counts only the terms that were added or removed, because that sweep changes few of many.
CREATE FUNCTION count_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_terms AS known (knowledge_base_id, hash, chunk_count)
  SELECT knowledge_base_id, hash, sum(change) FROM (
    SELECT knowledge_base_id, unnest(terms) AS hash, 1 AS change FROM new_rows
    UNION ALL SELECT knowledge_base_id, unnest(terms), -1 FROM old_rows
  ) AS changes GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
  ON CONFLICT (knowledge_base_id, hash) DO UPDATE SET chunk_count = known.chunk_count + EXCLUDED.chunk_count;
  RETURN NULL;
END $$;
CREATE TRIGGER chunk_terms_changed AFTER UPDATE ON chunk_terms REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
FOR EACH STATEMENT EXECUTE FUNCTION count_changed_terms();
