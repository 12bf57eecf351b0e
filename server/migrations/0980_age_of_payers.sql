-- Who pays for a run is kept for a day and then as long as something needs it. Existing rows begin their day now.
ALTER TABLE credit_payers ADD COLUMN created_at timestamptz NOT NULL DEFAULT now();
