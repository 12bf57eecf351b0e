-- The audit log must not name visitors, because its entries outlive the erasure of a person. Until now it had the name of
-- the visitor whose conversation was accepted, and what an export of conversations was searched for. This is the only
-- change of entries; the trigger is on again when the transaction ends.
ALTER TABLE audit_log DISABLE TRIGGER keep_audit_log;
UPDATE audit_log SET resource_name = NULL WHERE action = 'conversation.accepted' AND resource_name IS NOT NULL;
UPDATE audit_log SET changes = changes - 'q' WHERE action = 'export.created' AND changes->'q' IS NOT NULL;
ALTER TABLE audit_log ENABLE TRIGGER keep_audit_log;
