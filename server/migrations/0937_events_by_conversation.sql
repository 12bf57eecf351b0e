-- The events of a conversation in its workspace's stream, which are deleted with it. Their data begin with its id.
CREATE INDEX events_by_conversation ON events (stream, (substring(left(data, 100) FROM '"(cnv_[^"]*)"')))
  WHERE starts_with(stream, 'conversations:');
