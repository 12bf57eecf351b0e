section '4.1 Workflows'

call 201 POST /api/v1/workflows -d '{
  "name": "Greet",
  "input_schema": {"type": "object", "properties": {"name": {"type": "string", "description": "Whom"}}, "required": ["name"]},
  "definition": {
    "nodes": [{"id": "greet", "type": "template", "config": {"text": "Hello {{ inputs.name }}!"}}],
    "outputs": {"greeting": "{{ nodes.greet.outputs.text }}"}
  }
}'
keep greet data.id
remove_later "/api/v1/workflows/$greet"
refused 400 POST /api/v1/workflows -d '{"name": "Broken", "definition": {"nodes": [{"id": "Greet", "type": "shout"}]}}'

row 200 GET '/api/v1/workflows?page=1&per_page=20'
refused 400 GET '/api/v1/workflows?per_page=101'

row 200 GET "/api/v1/workflows/$greet"
refused 404 GET /api/v1/workflows/wf_unknown

row 202 POST "/api/v1/workflows/$greet/execute" -d '{"inputs": {"name": "Ada"}}'
keep execution data.execution_id
refused 404 POST /api/v1/workflows/wf_unknown/execute -d '{}'
refused 400 POST "/api/v1/workflows/$greet/execute" -d '{"inputs": {"name": 3}}'

call 200 PATCH "/api/v1/workflows/$greet" -d '{"description": "Says hello."}'
call 200 GET "/api/v1/workflows/$greet/versions"
call 200 POST "/api/v1/workflows/$greet/versions/1/restore"
