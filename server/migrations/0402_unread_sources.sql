-- Why a file or an address of a submission could not be read, as its visitor may read it; null where it could.
ALTER TABLE form_sources ADD COLUMN fault text;
