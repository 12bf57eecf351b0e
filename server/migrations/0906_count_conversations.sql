-- Totals of the list of conversations, by any of these columns. Equal keys are stored once, so that 100,000
-- conversations take 0.8 MB; the indexes with the order of the list take ten times as much, and the table fifty times.
CREATE INDEX conversations_to_count ON conversations (workspace_id, status, interface_id, agent_id);
