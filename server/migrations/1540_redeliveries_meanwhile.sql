-- Another attempt was requested during the one in progress: it follows at once if that fails.
ALTER TABLE webhook_deliveries ADD COLUMN asked_again boolean NOT NULL DEFAULT false;
