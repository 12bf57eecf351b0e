-- The list of the executions that a trigger has started, newest first.
CREATE INDEX executions_by_trigger ON executions (workspace_id, trigger_id, id DESC) WHERE trigger_id IS NOT NULL;

-- The unanswered replies of a thread are counted with each of its messages.
CREATE INDEX messages_unanswered ON messages (workspace_id, thread_id)
  WHERE outcome = 'unanswered' AND replaced_by IS NULL;
