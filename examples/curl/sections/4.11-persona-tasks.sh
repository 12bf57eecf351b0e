section '4.11 Persona tasks'

call 201 POST /api/personas -d '{
  "name": "Researcher", "category": "Research", "autonomyLevel": "full_auto",
  "sopSteps": ["Say what herons eat.", "Write the report."],
  "inputFields": [{"name": "topic", "label": "Topic", "type": "text", "required": true}],
  "deliverables": [{"name": "Report", "type": "markdown", "guaranteed": true}]
}'
keep persona data.id
remove_later "/api/personas/$persona"
call 200 GET '/api/personas?category=Research'
call 200 GET "/api/personas/$persona"

row 201 POST "/api/personas/$persona/instances" -d '{
  "taskTitle": "Herons", "structuredInputs": {"topic": "What herons eat"}, "maxDurationHours": 1, "maxCostCredits": 50
}'
keep task data.id
refused 404 POST /api/personas/per_unknown/instances -d '{"taskTitle": "Herons"}'
refused 400 POST "/api/personas/$persona/instances" -d '{"taskTitle": "Herons"}'

wait_for data.status completed "/api/personas/instances/$task"
row 200 GET "/api/personas/instances/$task"
refused 404 GET /api/personas/instances/ins_unknown

row 200 GET "/api/personas/instances/$task/deliverables"
keep deliverable data.0.id
refused 404 GET /api/personas/instances/ins_unknown/deliverables

call 200 GET "/api/personas/instances/$task/deliverables/$deliverable/download" -L
call 200 GET "/api/personas/$persona/instances"
call 200 GET "/api/personas/instances?status=completed&personaId=$persona"
call 200 GET "/api/personas/instances/$task/events" -N
contains 'event: persona:completed'

say 'A task pauses when it reaches its limit of credits, and continues with a higher one'
call 201 POST "/api/personas/$persona/instances" -d '{
  "taskTitle": "Short of money", "structuredInputs": {"topic": "What herons eat"}, "maxCostCredits": 0.01
}'
keep poor data.id
wait_for data.status paused_budget "/api/personas/instances/$poor"
call 200 POST "/api/personas/instances/$poor/resume" -d '{"maxCostCredits": 50}'
wait_for data.status completed "/api/personas/instances/$poor"

say 'A task that asks before each step: here once with the key, then by anyone who holds its link'
call 200 PATCH "/api/personas/$persona" -d '{"autonomyLevel": "approve_all"}'
call 201 POST "/api/personas/$persona/instances" -d '{"taskTitle": "Asks", "structuredInputs": {"topic": "What herons eat"}}'
keep asking data.id
keep link data.link
wait_for data.status awaiting_approval "/api/personas/instances/$asking"
keep approval data.approvals.0.id
call 200 POST "/api/personas/instances/$asking/approvals/$approval" -d '{"decision": "approve"}'
refused 400 POST "/api/personas/instances/$asking/approvals/$approval" -d '{"decision": "reject"}'
linked=/api/public/persona-instances/$asking
holder=(-H "Authorization: Bearer ${link##*#token=}")
call 200 GET "$linked" "${holder[@]}"
refused 404 GET "$linked"
wait_for data.approvals.1.status pending "/api/personas/instances/$asking"
keep approval data.approvals.1.id
call 200 POST "$linked/approvals/$approval" "${holder[@]}" -d '{"decision": "approve"}'
wait_for data.status completed "/api/personas/instances/$asking"
call 200 GET "$linked/deliverables" "${holder[@]}"
call 200 GET "$linked/events" "${holder[@]}" -N

say 'A link is revoked, with or without a new one'
call 200 POST "/api/personas/instances/$asking/link"
keep link data.link
refused 404 GET "$linked" "${holder[@]}"
call 200 GET "$linked" -H "Authorization: Bearer ${link##*#token=}"
call 200 DELETE "/api/personas/instances/$asking/link"
refused 404 GET "$linked" -H "Authorization: Bearer ${link##*#token=}"

call 201 POST "/api/personas/$persona/instances" -d '{"taskTitle": "Never mind", "structuredInputs": {"topic": "Storks"}}'
keep unwanted data.id
call 200 POST "/api/personas/instances/$unwanted/cancel"
