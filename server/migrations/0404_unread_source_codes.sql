-- Why a file or an address could not be read, as a code that front ends translate. Null in rows from before this
-- column.
ALTER TABLE form_sources ADD COLUMN fault_code text;
