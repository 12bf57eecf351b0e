-- The submission that this one runs again, with the same texts and files.
ALTER TABLE form_submissions ADD COLUMN rerun_of text;

-- Where a chat interface was loaded: a row for each host, written at most once an hour, and nothing about visitors.
CREATE TABLE chat_sites (
  interface_id text NOT NULL REFERENCES chat_interfaces (id) ON DELETE CASCADE,
  host text NOT NULL,
  first_seen_at timestamptz NOT NULL DEFAULT now(),
  last_seen_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (interface_id, host)
);
