-- A knowledge base disappears at once when it is deleted. Its chunks and documents are removed in steps, which another
-- process continues if this one dies: `removal_due_at` is when it may do so.
ALTER TABLE knowledge_bases ADD COLUMN deleted_at timestamptz, ADD COLUMN removal_due_at timestamptz;
CREATE INDEX knowledge_bases_to_remove ON knowledge_bases (removal_due_at) WHERE removal_due_at IS NOT NULL;

CREATE OR REPLACE FUNCTION count_removed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The counts of a knowledge base that is deleted, or being removed, go with it.
  IF NOT EXISTS (
    SELECT 1 FROM removed JOIN knowledge_bases b ON b.id = removed.knowledge_base_id WHERE b.deleted_at IS NULL
  ) THEN
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
