section '4.10 Public interfaces'

say 'What the owner does with the key: create a chat for the agent and a form for a workflow'
call 201 POST /api/v1/chat-interfaces -d '{"name": "Desk", "slug": "desk-'$stamp'", "agent_id": "'$agent'"}'
keep chat data.id
remove_later "/api/v1/chat-interfaces/$chat"
call 200 GET /api/v1/chat-interfaces
call 200 GET "/api/v1/chat-interfaces/$chat"
call 200 PATCH "/api/v1/chat-interfaces/$chat" -d '{"behaviour": {"welcome_message": "Ask us."}}'
call 200 POST "/api/v1/chat-interfaces/$chat/rotate-identity-secret"
call 201 POST /api/v1/workflows -d '{
  "name": "Read",
  "definition": {
    "nodes": [{"id": "read", "type": "template", "config": {"text": "{{ inputs.message }}: {{ inputs.content }}"}}],
    "outputs": {"output": "{{ nodes.read.outputs.text }}"}
  }
}'
keep read data.id
remove_later "/api/v1/workflows/$read"
call 201 POST /api/v1/form-interfaces -d '{
  "title": "Send us a page", "slug": "page-'$stamp'", "target_type": "workflow", "workflow_id": "'$read'",
  "allow_file_upload": true, "allow_url_input": true
}'
keep form data.id
remove_later "/api/v1/form-interfaces/$form"
call 200 GET /api/v1/form-interfaces
call 200 GET "/api/v1/form-interfaces/$form"
call 200 PATCH "/api/v1/form-interfaces/$form" -d '{"submit_button_text": "Send"}'
call 200 POST "/api/v1/form-interfaces/$form/mapping-preview" -d '{"submission": {"message": "Hello", "content": "A page."}}'
call 200 GET "/api/v1/chat-interfaces/$chat/checks"
say 'Drafts are shown before they are saved'
call 201 POST "/api/v1/chat-interfaces/$chat/preview" -d '{"branding": {"primary_color": "#0b6e4f"}}'
call 201 POST "/api/v1/form-interfaces/$form/preview" -d '{"title": "Send us two pages"}'
say 'The colours of a site, for the branding; addresses that are not public are refused'
refused 400 POST /api/v1/brand-lookup -d '{"url": "http://127.0.0.1/"}'

say 'What visitors do, without a key'
visitors_chat=/api/public/chat-interfaces/desk-$stamp
visitors_form=/api/public/form-interfaces/page-$stamp
call 200 GET "$visitors_chat"
call 200 GET "$visitors_chat/challenge"

row 201 POST "/public/chat-interfaces/desk-$stamp/sessions" -d '{}'
keep session data.id
keep token data.token
refused 404 POST /public/chat-interfaces/unknown/sessions -d '{}'
token=(-H "Authorization: Bearer $token")
in_session=$visitors_chat/sessions/$session
call 200 GET "$in_session" "${token[@]}"
refused 401 GET "$in_session"
call 200 PATCH "$in_session" "${token[@]}" -d '{"page": {"url": "https://example.com/cart", "title": "Cart"}}'
call 201 POST "$in_session/upload" "${token[@]}" -F file=@../README.md
keep attached data.fileId
call 200 POST "$in_session/messages" "${token[@]}" -d '{"content": "Hello", "attachments": ["'$attached'"]}'
keep said data.id
call 200 POST "$in_session/messages/$said/feedback" "${token[@]}" -d '{"rating": "down"}'
call 200 POST "$in_session/messages/$said/regenerate" "${token[@]}"
call 200 POST "$in_session/messages" "${token[@]}" -N -H 'Accept: text/event-stream' -d '{"content": "What is it about?"}'
contains 'event: message:completed'
call 200 POST "$in_session/ui-messages" "${token[@]}" -N -d '{
  "id": "'$session'", "messages": [{"role": "user", "parts": [{"type": "text", "text": "And of whom?"}]}]
}'
contains '"type":"finish"'
call 204 GET "$in_session/ui-messages/$session/stream" "${token[@]}"
say 'Results of tools that the page runs: here, no call is waiting for a result'
refused 404 POST "$in_session/tool-results" "${token[@]}" -d '{"toolCallId": "call_1", "result": {"items": 2}}'
refused 404 POST "$in_session/tool-calls/call_1/claim" "${token[@]}"
call 200 GET "$in_session/messages?limit=10" "${token[@]}"
call 200 GET "$in_session/conversations" "${token[@]}"
call 200 POST "$in_session/search" "${token[@]}" -d '{"query": "opening hours"}'
call 200 POST "$in_session/cancel" "${token[@]}"
call 200 GET "$in_session/events" "${token[@]}" -N --max-time 2 -H 'Last-Event-ID: 0'
contains 'event: message:created'

call 200 GET "$visitors_form"
say 'A file is uploaded before the submission that uses it'
call 201 POST "$visitors_form/upload" -F file=@../README.md -F sessionId=visitor-1234567890
keep file_ref data.fileRef

row 202 POST "$visitors_form/submissions" -d '{
  "message": "Our examples", "files": ["'$file_ref'"], "urls": ["http://127.0.0.1/private"], "sessionId": "visitor-1234567890"
}'
keep submission data.id
refused 400 POST "$visitors_form/submissions" -d '{"message": "Hello", "files": ["unknown"]}'
refused 404 POST /api/public/form-interfaces/unknown/submissions -d '{"message": "Hello"}'

row 201 POST "$visitors_form/upload" -F file=@../README.md
refused 404 POST /api/public/form-interfaces/unknown/upload -F file=@../README.md

call 200 GET "$visitors_form/submissions/$submission/events" -N --max-time 20
contains 'event: submission:completed'
row 200 GET "$visitors_form/submissions/$submission"
refused 404 GET "$visitors_form/submissions/sub_unknown"

row 200 POST "$visitors_form/submissions/$submission/query" -d '{
  "query": "Which pages embed Portico?", "topK": 2, "similarityThreshold": 0.1
}'
refused 400 POST "$visitors_form/submissions/$submission/query" -d '{"query": "Which pages?", "topK": 21}'

say 'A large file can be sent in pieces (tus 1.0)'
call 201 POST "$visitors_form/uploads" -H 'Tus-Resumable: 1.0.0' -H 'Upload-Length: 11' \
  -H "Upload-Metadata: filename $(printf 'note.txt' | base64)"
upload=$(sed -n 's/^[Ll]ocation: *//p' "$work/headers" | tr -d '\r')
say "Location: $upload"
piece=(-H 'Tus-Resumable: 1.0.0' -H 'Content-Type: application/offset+octet-stream')
call 204 PATCH "$upload" "${piece[@]}" -H 'Upload-Offset: 0' --data-binary 'Hello '
call 200 HEAD "$upload" -H 'Tus-Resumable: 1.0.0'
call 204 PATCH "$upload" "${piece[@]}" -H 'Upload-Offset: 6' --data-binary 'there'

say 'What the owner sees'
call 200 GET "/api/v1/chat-interfaces/$chat/sessions"
call 200 GET "/api/v1/form-interfaces/$form/submissions"
call 200 GET "/api/v1/form-interfaces/$form/submissions/$submission"
call 200 GET "/api/v1/form-interfaces/$form/submissions/export?format=csv&columns=labels"
call 202 POST "/api/v1/form-interfaces/$form/submissions/$submission/rerun"
call 200 DELETE "/api/v1/form-interfaces/$form/submissions/$submission"

say 'A visitor who wants to be forgotten'
call 200 DELETE "$in_session" "${token[@]}"
