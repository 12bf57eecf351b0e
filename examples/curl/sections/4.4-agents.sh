section '4.4 Agents'

call 201 POST /api/v1/agents -d '{
  "name": "Guide", "system_prompt": "Answer briefly.", "tools": [{"type": "builtin", "name": "current_time"}]
}'
keep agent data.id
remove_later "/api/v1/agents/$agent"

row 200 GET "/api/v1/agents/$agent"
refused 404 GET /api/v1/agents/agt_unknown

row 201 POST "/api/v1/agents/$agent/threads"
keep thread data.id
remove_later "/api/v1/threads/$thread"
refused 404 POST /api/v1/agents/agt_unknown/threads

call 200 PATCH "/api/v1/agents/$agent" -d '{"temperature": 0.2}'
call 200 GET "/api/v1/agents/$agent/versions"
call 200 POST "/api/v1/agents/$agent/versions/1/restore"
call 200 GET /api/v1/models
call 200 POST "/api/v1/agents/$agent/tools/try" -d '{"tool": "current_time", "arguments": {"timezone": "Europe/Oslo"}}'
