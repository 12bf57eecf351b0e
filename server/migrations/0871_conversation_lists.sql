-- Lists by interface, and of unassigned conversations, are read and counted from these indexes alone.
CREATE INDEX conversations_of_interface ON conversations (workspace_id, interface_id, updated_at DESC, id DESC);
CREATE INDEX conversations_of_nobody ON conversations (workspace_id, updated_at DESC, id DESC)
  WHERE assignee_id IS NULL;
