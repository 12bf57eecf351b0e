-- Why a file or an address could not be read, as a code that front ends put into the visitor's language. Null for what
-- was read before this column was there.
ALTER TABLE form_sources ADD COLUMN fault_code text;
