-- The clients that nobody has allowed, the oldest of which are deleted if there are too many.
CREATE INDEX oauth_clients_unused ON oauth_clients (created_at) WHERE granted_at IS NULL;
