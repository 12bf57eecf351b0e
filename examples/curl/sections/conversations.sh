section 'Conversations'

say 'A visitor writes; the team sees it and answers'
call 201 POST /api/v1/chat-interfaces -d '{"name": "Team desk", "slug": "team-'$stamp'", "agent_id": "'$agent'"}'
keep desk data.id
remove_later "/api/v1/chat-interfaces/$desk"
call 201 POST "/api/public/chat-interfaces/team-$stamp/sessions" -d '{}'
keep visit data.id
keep visit_thread data.threadId
keep visit_token data.token
visit_token=(-H "Authorization: Bearer $visit_token")
visit=/api/public/chat-interfaces/team-$stamp/sessions/$visit
call 200 POST "$visit/messages" "${visit_token[@]}" -d '{"content": "Where is my order?"}'
conversation=cnv_${visit_thread#thr_}

say 'The stream of the workspace does not end; here for two seconds'
call 200 GET /api/v1/conversations/events -N --max-time 2 -H 'Last-Event-ID: 0'
contains 'event: conversation:created'
call 200 GET "/api/v1/conversations?status=bot&interface_id=$desk"
call 200 GET "/api/v1/conversations/$conversation"
refused 404 GET /api/v1/conversations/cnv_unknown
call 200 GET "/api/v1/conversations/export?format=jsonl&interface_id=$desk"
call 200 GET "/api/v1/conversations/$conversation/messages"
call 200 PATCH "/api/v1/conversations/$conversation" -d '{"tags": ["order"], "subject": "Order 8121"}'
call 200 POST "/api/v1/conversations/$conversation/read"
call 200 POST "/api/v1/conversations/$conversation/accept"
keep me data.assignee.id
refused 400 POST "/api/v1/conversations/$conversation/reopen"
call 200 GET /api/v1/conversations/assignees
call 200 GET /api/v1/conversations/tags
call 200 POST "/api/v1/conversations/$conversation/assign" -d '{"member_id": "'$me'"}'
call 201 POST "/api/v1/conversations/$conversation/messages" -d '{"content": "It is on its way."}'
call 201 POST "/api/v1/conversations/$conversation/notes" -d '{"content": "A regular customer."}'
call 200 POST "$visit/messages" "${visit_token[@]}" -d '{"content": "Thank you"}'
call 204 POST "/api/v1/conversations/$conversation/typing"
call 200 POST "/api/v1/conversations/$conversation/suggest" -N
contains 'event: suggestion:completed'
call 204 POST "$visit/typing" "${visit_token[@]}"
call 200 POST "$visit/rating" "${visit_token[@]}" -d '{"score": 5, "comment": "Quick."}'
call 200 POST "$visit/email" "${visit_token[@]}" -d '{"email": "kim@example.com"}'
call 200 POST "/api/v1/conversations/$conversation/return" -d '{"summary": "The order arrives on Monday."}'
call 200 PATCH "/api/v1/chat-interfaces/$desk" -d '{"handover": {"enabled": true}}'
call 200 POST "$visit/handover" "${visit_token[@]}" -d '{"reason": "I want a person."}'
call 200 POST "/api/v1/conversations/$conversation/close"
call 200 POST "/api/v1/conversations/$conversation/reopen"

say 'Requests of data subjects: everything about a person as a ZIP archive, or gone'
call 200 POST /api/v1/visitors/export -d '{"email": "kim@example.com"}' -o "$work/kim.zip"
refused 404 POST /api/v1/visitors/export -d '{"email": "nobody-'$stamp'@example.com"}'
call 200 POST /api/v1/visitors/erase -d '{"email": "kim@example.com"}'
refused 404 GET "/api/v1/conversations/$conversation"

call 201 POST /api/v1/saved-replies -d '{"name": "Hours", "shortcut": "hours-'$stamp'", "content": "We answer from nine to five."}'
keep saved data.id
call 200 GET /api/v1/saved-replies
call 200 GET "/api/v1/saved-replies/$saved"
call 200 PATCH "/api/v1/saved-replies/$saved" -d '{"name": "Opening hours"}'
call 200 DELETE "/api/v1/saved-replies/$saved"
