-- Processes of older versions write the spent credits of a chat interface to chat_credits. While they run beside newer
-- ones, both tables show what both have spent, so that the daily cap holds for all together. Both sides lock the row of
-- interface_credits first. When no older process has written on a day, chat_credits has no row of it to be updated.
CREATE FUNCTION add_older_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- An older process adds with INSERT … ON CONFLICT: this is called with what is added, even if the row exists.
  INSERT INTO interface_credits AS account (interface_id, day, spent) VALUES (NEW.interface_id, NEW.day, NEW.credits)
  ON CONFLICT (interface_id, day) DO UPDATE SET spent = account.spent + EXCLUDED.spent;
  RETURN NEW;
END $$;
CREATE TRIGGER chat_credits_added BEFORE INSERT ON chat_credits
  FOR EACH ROW EXECUTE FUNCTION add_older_credits();

CREATE FUNCTION show_newer_credits() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE chat_credits SET credits = account.spent + account.reserved FROM interface_credits account
  WHERE chat_credits.interface_id = NEW.interface_id AND chat_credits.day = NEW.day
    AND account.interface_id = NEW.interface_id AND account.day = NEW.day;
  RETURN NULL;
END $$;
-- The first row of a day also shows what newer processes have spent before.
CREATE TRIGGER chat_credits_shown AFTER INSERT ON chat_credits
  FOR EACH ROW EXECUTE FUNCTION show_newer_credits();
-- What an older process adds (depth 1) changes its own row.
CREATE TRIGGER interface_credits_shown AFTER INSERT OR UPDATE ON interface_credits
  FOR EACH ROW WHEN (pg_trigger_depth() = 0) EXECUTE FUNCTION show_newer_credits();
