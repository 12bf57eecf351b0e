-- Mails are claimed apart from the other notices, which don't wait for the mail server.
DROP INDEX conversation_notices_by_due;
CREATE INDEX conversation_notices_by_due ON conversation_notices (workspace_id, (coalesce(lease_until, due_at)))
  WHERE kind IN ('waiting', 'team', 'webhook');
CREATE INDEX conversation_notices_mails_by_due ON conversation_notices (workspace_id, (coalesce(lease_until, due_at)))
  WHERE kind IN ('mail', 'visitor');
