-- How much a reasoning model thinks before it responds; null leaves it to the model.
ALTER TABLE agents ADD COLUMN reasoning_effort text;
-- The provider is shutting down the default model of earlier versions: agents with it get the current default.
UPDATE agents SET model = NULL WHERE model = 'gpt-4.1-mini';
