-- Whether a person took the conversation over at `handed_over_at` although nobody had asked for one. Null if it was handed
-- over before this migration.
ALTER TABLE conversations ADD COLUMN taken_over boolean;
CREATE OR REPLACE FUNCTION note_handover() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.handed_over_at IS NULL THEN
    NEW.handed_over_at = clock_timestamp();
    NEW.taken_over = NEW.status = 'human';
  END IF;
  RETURN NEW;
END $$;
