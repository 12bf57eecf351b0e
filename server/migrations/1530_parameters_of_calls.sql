-- The JSON Schema that edited arguments of a call have to match: the parameters of its tool when the approval was requested.
-- Null for a step, for a tool that could not be opened, and for approvals from before this migration.
ALTER TABLE persona_approvals ADD COLUMN parameters jsonb;
