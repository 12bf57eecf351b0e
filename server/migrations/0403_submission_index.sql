-- When a sweep should make a submission searchable; null if that is done or has not begun.
ALTER TABLE form_submissions ADD COLUMN index_due_at timestamptz, ADD COLUMN index_attempts int NOT NULL DEFAULT 0;
CREATE INDEX form_submissions_by_index_due ON form_submissions (index_due_at) WHERE index_due_at IS NOT NULL;
