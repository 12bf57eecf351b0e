-- Why a file or an address of a submission could not be read, as a text for its visitor; null if it was read.
ALTER TABLE form_sources ADD COLUMN fault text;
