-- The words by which the submissions of a form are found, together with the form: one look-up in the index finds the
-- submissions of one form.
CREATE TABLE submission_words (
  submission_id text PRIMARY KEY REFERENCES form_submissions (id) ON DELETE CASCADE,
  words tsvector NOT NULL
);
CREATE INDEX submission_words_by_word ON submission_words USING gin (words);
-- False until they are stored, which is done after the start for those of processes of older versions.
ALTER TABLE form_submissions ADD COLUMN has_words boolean NOT NULL DEFAULT false;
CREATE INDEX form_submissions_without_words ON form_submissions (interface_id, id) WHERE NOT has_words;
