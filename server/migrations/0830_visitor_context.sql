-- Data about the visitor for a reply, as it was when the reply was requested; null for replies without a visitor.
ALTER TABLE replies ADD COLUMN visitor json;
-- Title of the visitor's current page; its address is in page_url.
ALTER TABLE chat_sessions ADD COLUMN page_title text;
-- Whether the site's signature covers these values; that of version 1 covers the user's id only.
ALTER TABLE chat_visitors ADD COLUMN name_verified boolean NOT NULL DEFAULT false;
ALTER TABLE chat_visitors ADD COLUMN email_verified boolean NOT NULL DEFAULT false;
