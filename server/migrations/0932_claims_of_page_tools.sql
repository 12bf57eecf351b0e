-- The Idempotency-Key of the claim that a call is assigned by: with it, a claim whose response got lost is repeated.
ALTER TABLE client_tool_calls ADD COLUMN claim_key text;
