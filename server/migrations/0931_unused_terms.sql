-- Terms of a knowledge base that no chunk contains any more. A sweep deletes them with their words, which are texts of
-- deleted documents. An index of these rows of search_terms would make each change of a count write to every index.
CREATE TABLE unused_terms (
  knowledge_base_id text NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  hash int NOT NULL,
  PRIMARY KEY (knowledge_base_id, hash)
);
CREATE INDEX search_words_by_term ON search_words (knowledge_base_id, hash);

CREATE OR REPLACE FUNCTION count_removed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The rows of a deleted knowledge base go with it.
  IF NOT EXISTS (SELECT 1 FROM removed JOIN knowledge_bases b ON b.id = removed.knowledge_base_id) THEN
    RETURN NULL;
  END IF;
  UPDATE search_totals AS totals
  SET chunk_count = totals.chunk_count - gone.chunk_count, length = totals.length - gone.length
  FROM (SELECT knowledge_base_id, count(*) AS chunk_count, sum(length) AS length FROM removed GROUP BY 1) AS gone
  WHERE totals.knowledge_base_id = gone.knowledge_base_id;
  WITH counted AS (
    UPDATE search_terms AS known SET chunk_count = known.chunk_count - gone.chunk_count
    FROM (SELECT knowledge_base_id, hash, count(*) AS chunk_count FROM removed, unnest(terms) AS hash GROUP BY 1, 2) AS gone
    WHERE known.knowledge_base_id = gone.knowledge_base_id AND known.hash = gone.hash
    RETURNING known.knowledge_base_id, known.hash, known.chunk_count
  )
  INSERT INTO unused_terms (knowledge_base_id, hash)
  SELECT knowledge_base_id, hash FROM counted WHERE chunk_count <= 0 ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION count_changed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  WITH counted AS (
    INSERT INTO search_terms AS known (knowledge_base_id, hash, chunk_count)
    SELECT knowledge_base_id, hash, sum(change) FROM (
      SELECT knowledge_base_id, unnest(terms) AS hash, 1 AS change FROM new_rows
      UNION ALL SELECT knowledge_base_id, unnest(terms), -1 FROM old_rows
    ) AS changes GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
    ON CONFLICT (knowledge_base_id, hash) DO UPDATE SET chunk_count = known.chunk_count + EXCLUDED.chunk_count
    RETURNING known.knowledge_base_id, known.hash, known.chunk_count
  )
  INSERT INTO unused_terms (knowledge_base_id, hash)
  SELECT knowledge_base_id, hash FROM counted WHERE chunk_count <= 0 ORDER BY 1, 2
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

INSERT INTO unused_terms (knowledge_base_id, hash)
SELECT knowledge_base_id, hash FROM search_terms WHERE chunk_count <= 0;
