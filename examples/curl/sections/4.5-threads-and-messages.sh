section '4.5 Threads and messages'

row 200 GET "/api/v1/threads/$thread"
refused 404 GET /api/v1/threads/thr_unknown

call 201 POST "/api/v1/agents/$agent/threads"
keep other data.id
row 200 DELETE "/api/v1/threads/$other"
refused 404 DELETE "/api/v1/threads/$other"

say 'Context for the model, which gets no reply'
call 201 POST "/api/v1/threads/$thread/messages" -d '{"role": "system", "content": "The reader is nine years old."}'

row 200 GET "/api/v1/threads/$thread/messages?page=1&per_page=20"
refused 404 GET /api/v1/threads/thr_unknown/messages

row 200 POST "/api/v1/threads/$thread/messages" -d '{
  "content": "When do herons nest? <text>Herons nest in April. They sleep standing on one leg.</text>"
}'
keep message data.id
refused 404 POST /api/v1/threads/thr_unknown/messages -d '{"content": "Hello"}'
refused 400 POST "/api/v1/threads/$thread/messages" -d '{"content": " "}'
call 200 GET "/api/v1/threads/$thread/messages/$message/trace"
call 200 POST "/api/v1/threads/$thread/messages/$message/feedback" -d '{"rating": "up", "comment": "Right."}'
call 200 POST "/api/v1/threads/$thread/messages/$message/regenerate"

say 'A reply as it is written'
call 200 POST "/api/v1/threads/$thread/messages" -N -d '{
  "content": "How do they sleep? <text>Herons nest in April. They sleep standing on one leg.</text>", "stream": true
}'
contains 'event: message:completed'

say 'The same with the AI SDK, whose chat id identifies the thread'
call 200 POST "/api/v1/agents/$agent/ui-messages" -N -d '{
  "id": "herons", "messages": [{"id": "m1", "role": "user", "parts": [{"type": "text", "text": "Do herons sleep?"}]}]
}'
contains '"type":"finish"'
call 204 GET "/api/v1/agents/$agent/ui-messages/herons/stream"

call 200 GET "/api/v1/threads?agent_id=$agent"
call 200 PATCH "/api/v1/threads/$thread" -d '{"title": "Herons"}'
call 200 POST "/api/v1/threads/$thread/cancel"

say 'The live stream of a thread does not end; here from its beginning, for two seconds'
call 200 GET "/api/v1/threads/$thread/events" -N --max-time 2 -H 'Last-Event-ID: 0'
contains 'event: message:created'
