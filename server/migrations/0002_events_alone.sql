-- An event and its stream's newest id are written in one statement and removed together (event-log.ts): looking up the
-- stream for each event was a fifth of the cost of storing it.
ALTER TABLE events DROP CONSTRAINT events_stream_fkey;
