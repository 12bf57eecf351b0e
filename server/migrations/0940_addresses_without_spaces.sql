-- What is copied with an address is not part of it: the end of a line, the tab of a table, a no-break space, and the
-- invisible signs of right-to-left texts. btrim reads any text in linear time, unlike a regular expression.
CREATE OR REPLACE FUNCTION addresses_in(inputs json) RETURNS text[] LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
  around constant text := E' \t\n\u000b\f\r\u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009'
    '\u200a\u200b\u200c\u200d\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u202f\u205f\u2060\u2066\u2067\u2068'
    '\u2069\u3000\ufeff';
BEGIN
  RETURN ARRAY(
    SELECT DISTINCT lower(btrim(field.value, around)) FROM json_each_text(inputs) AS field
    WHERE field.value LIKE '%@%' AND length(btrim(field.value, around)) <= 320);
EXCEPTION WHEN data_exception THEN
  RETURN '{}';
END $$;

INSERT INTO submitted_addresses (submission_id, workspace_id, address)
SELECT id, workspace_id, unnest(addresses_in(inputs)) FROM form_submissions
ON CONFLICT DO NOTHING;
