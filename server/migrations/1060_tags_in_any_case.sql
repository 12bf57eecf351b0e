-- Conversations are listed by a tag in any case. The index by the exact tag stays for processes of the version before.
CREATE INDEX conversation_tags_in_any_case
  ON conversation_tags (workspace_id, lower(tag), updated_at DESC, conversation_id DESC);
