-- The e-mail addresses in the fields of submissions, so that those of a person are found without reading all of them.
-- A trigger keeps them, so that a submission that a process of an older version stores is found, too.
CREATE TABLE submitted_addresses (
  submission_id text NOT NULL REFERENCES form_submissions (id) ON DELETE CASCADE,
  workspace_id text NOT NULL,
  -- In lower case.
  address text NOT NULL,
  PRIMARY KEY (submission_id, address)
);
CREATE INDEX submitted_addresses_by_address ON submitted_addresses (workspace_id, address);

-- The fields that contain nothing but an address (at most 320 characters, RFC 3696). Text that can't be decoded, which an
-- older version may have stored, must not refuse a submission or this migration.
CREATE FUNCTION addresses_in(inputs json) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT lower(trim(field.value)) FROM json_each_text(inputs) AS field
    WHERE field.value LIKE '%@%' AND length(trim(field.value)) <= 320);
EXCEPTION WHEN data_exception THEN
  RETURN '{}';
END $$;

CREATE FUNCTION keep_submitted_addresses() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM submitted_addresses WHERE submission_id = NEW.id;
  INSERT INTO submitted_addresses (submission_id, workspace_id, address)
  SELECT NEW.id, NEW.workspace_id, unnest(addresses_in(NEW.inputs));
  RETURN NULL;
END $$;
CREATE TRIGGER form_submissions_addresses AFTER INSERT OR UPDATE OF inputs ON form_submissions
FOR EACH ROW EXECUTE FUNCTION keep_submitted_addresses();

INSERT INTO submitted_addresses (submission_id, workspace_id, address)
SELECT id, workspace_id, unnest(addresses_in(inputs)) FROM form_submissions
ON CONFLICT DO NOTHING;
