-- The credits that an interface has spent on a UTC day, and those that are reserved for calls in progress.
CREATE TABLE interface_credits (
  interface_id text NOT NULL,
  day date NOT NULL,
  spent float8 NOT NULL DEFAULT 0,
  reserved float8 NOT NULL DEFAULT 0,
  PRIMARY KEY (interface_id, day)
);
INSERT INTO interface_credits (interface_id, day, spent) SELECT interface_id, day, credits FROM chat_credits;

-- The interface that pays for the model calls of a reply or an execution.
CREATE TABLE credit_payers (
  run_id text PRIMARY KEY,
  workspace_id text NOT NULL REFERENCES workspaces (id) ON DELETE CASCADE,
  interface_id text NOT NULL,
  -- The visitor's language, for the text that is shown when a cap is reached.
  locale text
);

-- Credits reserved for one call. If its process died after the start, it is charged in full, because its cost is
-- unknown.
CREATE TABLE credit_reservations (
  key text PRIMARY KEY,
  interface_id text NOT NULL,
  day date NOT NULL,
  credits float8 NOT NULL,
  begun boolean NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  FOREIGN KEY (interface_id, day) REFERENCES interface_credits ON DELETE CASCADE
);
CREATE INDEX credit_reservations_waiting ON credit_reservations (created_at) WHERE NOT begun;
CREATE INDEX credit_reservations_by_account ON credit_reservations (interface_id, day);

-- Each threshold of an interface's daily limits is reported to its owner once a day.
CREATE TABLE limit_notices (
  interface_id text NOT NULL,
  limit_name text NOT NULL,
  threshold int NOT NULL,
  day date NOT NULL,
  PRIMARY KEY (interface_id, limit_name, threshold, day)
);
