-- For the list of a visitor's earlier conversations beside the open one.
CREATE INDEX conversations_by_visitor ON conversations (workspace_id, visitor_id, updated_at DESC, id DESC);
