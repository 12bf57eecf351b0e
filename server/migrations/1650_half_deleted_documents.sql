-- The sweep that finishes interrupted deletions reads them without all other failed documents, of which a knowledge base can
-- have a hundred thousand.
CREATE INDEX documents_half_deleted ON documents (knowledge_base_id)
  WHERE status = 'failed' AND error->>'code' = 'deleted';
