-- How much a reasoning model thinks before it answers; null leaves it to the model.
ALTER TABLE agents ADD COLUMN reasoning_effort text;
-- The default of earlier versions is being shut down by its maker: whoever has it follows the current default.
UPDATE agents SET model = NULL WHERE model = 'gpt-4.1-mini';
