-- Deleted webhooks are removed like forms and knowledge bases: by one process at a time, which another one follows if it
-- dies.
ALTER TABLE webhooks ADD COLUMN removal_due_at timestamptz;
UPDATE webhooks SET removal_due_at = now() WHERE deleted_at IS NOT NULL;
DROP INDEX webhooks_to_remove;
CREATE INDEX webhooks_to_remove ON webhooks (removal_due_at) WHERE removal_due_at IS NOT NULL;

-- A process of the previous version may stop before it has removed what it has deleted.
CREATE FUNCTION plan_removal() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.removal_due_at := now() + interval '2 minutes';
  RETURN NEW;
END $$;
CREATE TRIGGER plan_removal BEFORE UPDATE OF deleted_at ON webhooks FOR EACH ROW
  WHEN (NEW.deleted_at IS NOT NULL AND NEW.removal_due_at IS NULL) EXECUTE FUNCTION plan_removal();
