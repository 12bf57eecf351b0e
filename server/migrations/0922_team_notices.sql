-- Notices to the team that are not about a conversation have a text of their own. One (`team`) becomes a row for each
-- address and for the webhook, like the notice of a visitor who waits.
ALTER TABLE conversation_notices
  ALTER COLUMN conversation_id DROP NOT NULL,
  ADD COLUMN subject text,
  ADD COLUMN text text,
  DROP CONSTRAINT conversation_notices_kind_check,
  ADD CONSTRAINT conversation_notices_kind_check CHECK (kind IN ('waiting', 'team', 'mail', 'webhook', 'visitor')),
  ADD CONSTRAINT conversation_notices_text_check
    CHECK ((conversation_id IS NULL) = (subject IS NOT NULL) AND (subject IS NULL) = (text IS NULL));
