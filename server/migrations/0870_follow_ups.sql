-- What the visitor may ask next, as it is suggested with a reply.
ALTER TABLE messages ADD COLUMN follow_ups json NOT NULL DEFAULT '[]';
