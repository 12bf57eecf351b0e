-- The words of chunks, for search by BM25. They are in a separate table, because filling a new column of chunks would
-- rewrite every row with its vector, and its entry in the approximate index.
CREATE TABLE chunk_terms (
  chunk_id text PRIMARY KEY,
  workspace_id text NOT NULL,
  knowledge_base_id text NOT NULL,
  document_id text NOT NULL REFERENCES documents (id) ON DELETE CASCADE,
  edition int NOT NULL,
  -- The detected language; null if it could not be determined.
  language text,
  -- Number of words.
  length int NOT NULL,
  -- Hashes of the terms together with the knowledge base, so that one index finds the chunks of one base.
  terms int[] NOT NULL,
  -- The same in order, five bytes each: the number and how often it occurs in the chunk (at most 255).
  counts bytea NOT NULL
);
ALTER TABLE chunk_terms ALTER COLUMN chunk_id SET STORAGE PLAIN;
ALTER TABLE chunk_terms ALTER COLUMN workspace_id SET STORAGE PLAIN;
ALTER TABLE chunk_terms ALTER COLUMN knowledge_base_id SET STORAGE PLAIN;
ALTER TABLE chunk_terms ALTER COLUMN document_id SET STORAGE PLAIN;
-- Without the pending list, which every search would have to read completely.
CREATE INDEX chunk_terms_by_term ON chunk_terms USING gin (terms) WITH (fastupdate = off);
CREATE INDEX chunk_terms_by_document ON chunk_terms (document_id);

-- The number of chunks of a knowledge base in which each term occurs, which the GIN index doesn't provide.
CREATE TABLE search_terms (
  knowledge_base_id text NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  hash int NOT NULL,
  chunk_count int NOT NULL,
  PRIMARY KEY (knowledge_base_id, hash)
);

-- The vocabulary of a knowledge base, which is used to correct spelling. `near` contains numbers of the word and of its
-- variants without one letter: two words with a common number differ by at most two edits.
CREATE TABLE search_words (
  knowledge_base_id text NOT NULL REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  word text NOT NULL,
  hash int NOT NULL,
  near int[] NOT NULL,
  PRIMARY KEY (knowledge_base_id, word, hash)
);
CREATE INDEX search_words_by_spelling ON search_words USING gin (near) WITH (fastupdate = off);

-- Totals of the rows of chunk_terms for a knowledge base, and the languages of its chunks.
CREATE TABLE search_totals (
  knowledge_base_id text PRIMARY KEY REFERENCES knowledge_bases (id) ON DELETE CASCADE,
  chunk_count int NOT NULL DEFAULT 0,
  length bigint NOT NULL DEFAULT 0,
  languages text[] NOT NULL DEFAULT '{}'
);

-- Updated by triggers, so that they are correct however chunks are added or deleted.
CREATE FUNCTION count_added_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO search_totals AS totals (knowledge_base_id, chunk_count, length, languages)
  SELECT knowledge_base_id, count(*), sum(length), coalesce(array_agg(DISTINCT language) FILTER (WHERE language IS NOT NULL), '{}')
  FROM added GROUP BY 1 ORDER BY 1
  ON CONFLICT (knowledge_base_id) DO UPDATE
  SET chunk_count = totals.chunk_count + EXCLUDED.chunk_count, length = totals.length + EXCLUDED.length,
    languages = ARRAY(SELECT DISTINCT unnest(totals.languages || EXCLUDED.languages));
  INSERT INTO search_terms AS known (knowledge_base_id, hash, chunk_count)
  SELECT knowledge_base_id, hash, count(*) FROM added, unnest(terms) AS hash GROUP BY 1, 2 ORDER BY 1, 2
  ON CONFLICT (knowledge_base_id, hash) DO UPDATE SET chunk_count = known.chunk_count + EXCLUDED.chunk_count;
  RETURN NULL;
END $$;
CREATE TRIGGER chunk_terms_added AFTER INSERT ON chunk_terms REFERENCING NEW TABLE AS added
FOR EACH STATEMENT EXECUTE FUNCTION count_added_terms();

CREATE FUNCTION count_removed_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The rows of a deleted knowledge base go with it.
  IF NOT EXISTS (SELECT 1 FROM removed JOIN knowledge_bases b ON b.id = removed.knowledge_base_id) THEN
    RETURN NULL;
  END IF;
  UPDATE search_totals AS totals
  SET chunk_count = totals.chunk_count - gone.chunk_count, length = totals.length - gone.length
  FROM (SELECT knowledge_base_id, count(*) AS chunk_count, sum(length) AS length FROM removed GROUP BY 1) AS gone
  WHERE totals.knowledge_base_id = gone.knowledge_base_id;
  UPDATE search_terms AS known SET chunk_count = known.chunk_count - gone.chunk_count
  FROM (SELECT knowledge_base_id, hash, count(*) AS chunk_count FROM removed, unnest(terms) AS hash GROUP BY 1, 2) AS gone
  WHERE known.knowledge_base_id = gone.knowledge_base_id AND known.hash = gone.hash;
  RETURN NULL;
END $$;
CREATE TRIGGER chunk_terms_removed AFTER DELETE ON chunk_terms REFERENCING OLD TABLE AS removed
FOR EACH STATEMENT EXECUTE FUNCTION count_removed_terms();

-- The edition whose chunks have terms. If it isn't the published one, as in documents of an older version, the document
-- is searched by `chunks.search` until a sweep has added the terms.
ALTER TABLE documents ADD COLUMN search_edition int NOT NULL DEFAULT 0;
CREATE INDEX documents_to_fill ON documents (knowledge_base_id) WHERE search_edition <> edition;

-- The title and the language of a document; null if unknown.
ALTER TABLE documents ADD COLUMN IF NOT EXISTS title text;
ALTER TABLE documents ADD COLUMN IF NOT EXISTS language text;
