section '4.3 Triggers'

call 201 POST /api/v1/triggers -d '{"name": "By hand", "workflow_id": "'$greet'", "inputs": {"name": "Bob"}}'
keep trigger data.id
remove_later "/api/v1/triggers/$trigger"

row 202 POST "/api/v1/triggers/$trigger/execute"
contains '"inputs":{"name":"Bob"}'
refused 404 POST /api/v1/triggers/trg_unknown/execute
call 200 PATCH "/api/v1/triggers/$trigger" -d '{"enabled": false}'
refused 400 POST "/api/v1/triggers/$trigger/execute"

call 200 GET "/api/v1/triggers/$trigger"

say 'On a schedule, at nine on weekdays'
call 201 POST /api/v1/triggers -d '{
  "name": "Every morning", "workflow_id": "'$greet'", "type": "schedule", "inputs": {"name": "all"},
  "schedule": {"cron": "0 9 * * 1-5", "timezone": "Europe/Berlin"}
}'
keep schedule data.id
remove_later "/api/v1/triggers/$schedule"

say 'From outside, by anyone who knows the secret'
call 201 POST /api/v1/triggers -d '{"name": "From outside", "workflow_id": "'$greet'", "type": "webhook"}'
keep hook data.id
remove_later "/api/v1/triggers/$hook"
call 200 POST "/api/v1/triggers/$hook/rotate-secret"
keep hook_secret data.webhook.secret
call 202 POST "/hooks/$hook" -H "X-Portico-Token: $hook_secret" -d '{"name": "Cleo"}'
refused 401 POST "/hooks/$hook" -H 'X-Portico-Token: wrong' -d '{"name": "Cleo"}'
