-- Every saved state of an agent. `snapshot` contains its fields as they are stored, with the headers of tools sealed.
CREATE TABLE agent_versions (
  agent_id text NOT NULL REFERENCES agents (id) ON DELETE CASCADE,
  version int NOT NULL,
  -- Who saved it: {type, id, name}, the name as it was then.
  actor json NOT NULL,
  snapshot json NOT NULL,
  created_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (agent_id, version)
);
INSERT INTO agent_versions (agent_id, version, actor, snapshot, created_at)
SELECT id, 1, '{"type":"system","id":"system","name":"Portico"}', json_build_object('name', name, 'description', description,
  'model', model, 'system_prompt', system_prompt, 'temperature', temperature, 'top_p', top_p, 'max_tokens', max_tokens,
  'reasoning_effort', reasoning_effort, 'knowledge_base_ids', knowledge_base_ids, 'retrieval', retrieval, 'tools', tools,
  'max_steps', max_steps, 'status', status), updated_at
FROM agents;

-- Null for versions saved before this column was added: the server is shown as their author.
ALTER TABLE workflow_versions ADD COLUMN actor json;
