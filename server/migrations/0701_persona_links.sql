-- Raised to revoke every link to a task that was given before.
ALTER TABLE persona_instances ADD COLUMN link_generation int NOT NULL DEFAULT 0;
