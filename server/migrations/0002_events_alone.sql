-- An event and its stream's newest id are written in one statement and removed together (event-log.ts): looking the
-- stream up once more for each event was a fifth of what storing it cost.
ALTER TABLE events DROP CONSTRAINT events_stream_fkey;
