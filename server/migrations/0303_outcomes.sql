-- The outcome of each reply's question, how an agent searches, and the trace of each reply.
ALTER TABLE agents ADD COLUMN retrieval json NOT NULL DEFAULT '{}';
ALTER TABLE messages ADD COLUMN outcome text CHECK (outcome IN ('answered', 'unanswered', 'unsure'));
ALTER TABLE threads ADD COLUMN outcome text CHECK (outcome IN ('answered', 'unanswered', 'unsure'));
-- The outcome of the last reply.
CREATE INDEX threads_by_outcome ON threads (workspace_id, outcome, id DESC) WHERE outcome IS NOT NULL;
CREATE TABLE reply_traces (
  message_id text PRIMARY KEY REFERENCES messages (id) ON DELETE CASCADE,
  trace json NOT NULL
);
