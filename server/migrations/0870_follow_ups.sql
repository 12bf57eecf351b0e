-- The questions that a reply suggests to the visitor.
ALTER TABLE messages ADD COLUMN follow_ups json NOT NULL DEFAULT '[]';
