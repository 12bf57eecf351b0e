section '4.9 Older agent endpoints'

# The stream names the thread that it has created.
remove_streamed_thread() {
  remove_later "/api/v1/threads/$(sed -n 's/.*"threadId":"\(thr_[0-9a-z]*\)".*/\1/p' "$answer" | head -1)"
}

row 201 POST /v1/agents -d '{"name": "Older", "model": "portico-extractive", "systemPrompt": "Answer briefly."}'
keep older data.id
remove_later "/api/v1/agents/$older"
refused 400 POST /v1/agents -d '{"model": "portico-extractive"}'

row 200 POST "/v1/agents/$older/chat" -d '{"message": "Hello"}'
keep older_thread data.threadId
remove_later "/api/v1/threads/$older_thread"
call 200 POST "/v1/agents/$older/chat" -d '{"message": "Hello again", "threadId": "'$older_thread'"}'
refused 404 POST /v1/agents/agt_unknown/chat -d '{"message": "Hello"}'

row 200 POST "/v1/agents/$older/chat/stream" -N -d '{"message": "Hello"}'
contains 'event: done'
remove_streamed_thread
