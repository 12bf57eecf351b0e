-- The visitors that belong to a person, for the export and the erasure of the person's data.
CREATE INDEX chat_visitors_by_user_id ON chat_visitors (workspace_id, user_id) WHERE user_id IS NOT NULL;
CREATE INDEX chat_visitors_by_visitor_id ON chat_visitors (workspace_id, visitor_id);
CREATE INDEX chat_visitors_by_user_email ON chat_visitors (workspace_id, lower(user_email)) WHERE user_email IS NOT NULL;
CREATE INDEX chat_visitors_by_contact_email ON chat_visitors (workspace_id, lower(contact_email))
  WHERE contact_email IS NOT NULL;
