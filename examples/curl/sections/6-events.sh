section '6.1 Execution event stream'

say 'Four steps; the third requests an address of this machine, which is refused, and its failure is ignored'
call 201 POST /api/v1/workflows -d '{
  "name": "Four steps",
  "definition": {
    "nodes": [
      {"id": "one", "type": "template", "config": {"text": "One"}},
      {"id": "two", "type": "delay", "config": {"seconds": 1}},
      {"id": "three", "type": "http_request", "config": {"url": "http://127.0.0.1/"}, "on_error": "continue"},
      {"id": "four", "type": "template", "config": {"text": "Four"}}
    ],
    "edges": [{"from": "one", "to": "two"}, {"from": "two", "to": "three"}, {"from": "three", "to": "four"}],
    "outputs": {"text": "{{ nodes.four.outputs.text }}"}
  }
}'
keep steps data.id
remove_later "/api/v1/workflows/$steps"
call 202 POST "/api/v1/workflows/$steps/execute"
keep walked data.execution_id
call 200 GET "/api/v1/executions/$walked/events" -N
row_event connected
row_event execution:started
row_event execution:progress
row_event node:started
row_event node:completed
row_event node:failed
row_event execution:completed

call 202 POST "/api/v1/workflows/$fail/execute"
keep failed data.execution_id
call 200 GET "/api/v1/executions/$failed/events" -N
row_event execution:failed

call 200 GET "/api/v1/executions/$waiting/events" -N
row_event execution:cancelled

say 'An interrupted stream continues after the last event that was received'
call 200 GET "/api/v1/executions/$walked/events" -N -H 'Last-Event-ID: 9'
refused 400 GET "/api/v1/executions/$walked/events" -H 'Accept: application/json'

section '6.2 Webhooks'

say 'What was completed and what failed since section 4.7; the receiver does not exist, so each will be tried again'
row 200 GET "/api/v1/webhooks/$webhook/deliveries?per_page=100"
contains '"event_type":"execution.completed"'
contains '"event_type":"execution.failed"'
keep delivery data.0.id
wait_for data.status retrying "/api/v1/webhooks/$webhook/deliveries/$delivery"
row 200 GET "/api/v1/webhooks/$webhook/deliveries/$delivery"
contains '"attempt_log":[{'

section '6.3 Other streams'

row 200 POST "/v1/agents/$older/chat/stream" -N -d '{"message": "Hello"}'
contains 'event: delta'
remove_streamed_thread
row 200 POST "/api/v1/threads/$thread/messages" -N -d '{"content": "Hello", "stream": true}'
contains 'event: message:delta'
row 200 GET "/api/personas/instances/$task/events" -N
contains 'event: persona:step-completed'
