-- Visitors who wait for a person, or waited in vain and nobody has read it: the whole list and its number, often.
CREATE INDEX conversations_waiting ON conversations (workspace_id, waiting_since) WHERE waiting_since IS NOT NULL;
-- The page on which the visitor began it; a session has the page on which the visitor is now.
ALTER TABLE conversations ADD COLUMN first_page_url text;
