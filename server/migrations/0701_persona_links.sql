-- Incremented to revoke all earlier links to a task.
ALTER TABLE persona_instances ADD COLUMN link_generation int NOT NULL DEFAULT 0;
