-- A client that a person once allowed is kept, because it asks for a new grant with the same id after its last one has
-- ended. Until now it was deleted with its last grant if it was older than a month.
ALTER TABLE oauth_clients ADD COLUMN granted_at timestamptz;
UPDATE oauth_clients c SET granted_at = g.created_at
FROM (SELECT client_id, max(created_at) AS created_at FROM oauth_grants GROUP BY client_id) g WHERE g.client_id = c.id;
