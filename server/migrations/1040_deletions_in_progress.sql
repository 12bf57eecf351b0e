-- A form and a webhook disappear at once when they are deleted. What belongs to them is removed in steps, which another
-- process continues if this one dies: `removal_due_at` is when it may do so.
ALTER TABLE form_interfaces ADD COLUMN deleted_at timestamptz, ADD COLUMN removal_due_at timestamptz;
CREATE INDEX form_interfaces_to_remove ON form_interfaces (removal_due_at) WHERE removal_due_at IS NOT NULL;
ALTER TABLE webhooks ADD COLUMN deleted_at timestamptz;
CREATE INDEX webhooks_to_remove ON webhooks (deleted_at) WHERE deleted_at IS NOT NULL;
