section '4.2 Executions'

say 'A workflow that waits for a person, and one that fails'
call 201 POST /api/v1/workflows -d '{
  "name": "Ask",
  "definition": {"nodes": [{"id": "ask", "type": "approval", "config": {"title": "May it go out?"}}]}
}'
keep ask data.id
remove_later "/api/v1/workflows/$ask"
call 201 POST /api/v1/workflows -d '{
  "name": "Fail",
  "definition": {"nodes": [{"id": "stop", "type": "fail", "config": {"code": "out_of_stock", "message": "Nothing is left."}}]}
}'
keep fail data.id
remove_later "/api/v1/workflows/$fail"

wait_for data.status completed "/api/v1/executions/$execution"
row 200 GET "/api/v1/executions/$execution"
contains '"outputs":{"greeting":"Hello Ada!"}'
refused 404 GET /api/v1/executions/exe_unknown
call 200 GET '/api/v1/executions/export?format=csv'

call 202 POST "/api/v1/workflows/$ask/execute"
keep waiting data.execution_id
wait_for data.status waiting "/api/v1/executions/$waiting"
row 200 POST "/api/v1/executions/$waiting/cancel"
refused 400 POST "/api/v1/executions/$waiting/cancel"
refused 404 POST /api/v1/executions/exe_unknown/cancel

row 200 GET "/api/v1/executions/$execution/events" -N -H 'Accept: text/event-stream'
contains 'event: execution:completed'

call 200 GET "/api/v1/executions?workflow_id=$ask&status=cancelled"
call 200 GET "/api/v1/executions?failed_since=2026-01-01"
call 200 GET "/api/v1/executions/$execution/nodes"

say 'An approval is decided once'
call 202 POST "/api/v1/workflows/$ask/execute"
keep approved data.execution_id
wait_for data.status waiting "/api/v1/executions/$approved"
call 200 POST "/api/v1/executions/$approved/approvals/ask" -d '{"decision": "approve", "comment": "Go."}'
refused 400 POST "/api/v1/executions/$approved/approvals/ask" -d '{"decision": "reject"}'

say 'A failed execution continues as a new one'
call 202 POST "/api/v1/workflows/$fail/execute"
keep failed data.execution_id
wait_for data.status failed "/api/v1/executions/$failed"
call 202 POST "/api/v1/executions/$failed/retry"
