-- The earlier conversations of a visitor, beside the one that is open.
CREATE INDEX conversations_by_visitor ON conversations (workspace_id, visitor_id, updated_at DESC, id DESC);
