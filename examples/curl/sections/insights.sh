section 'Insights'

say 'An agent with knowledge, and two questions that it can’t answer'
call 201 POST /api/v1/knowledge-bases -d '{"name": "Herons '$stamp'"}'
keep herons data.id
call 201 POST "/api/v1/knowledge-bases/$herons/documents" -d '{"name": "herons", "text": "Herons nest in April."}'
keep nests data.id
wait_for data.status ready "/api/v1/knowledge-bases/$herons/documents/$nests"
call 201 POST /api/v1/agents -d '{"name": "Ranger", "knowledge_base_ids": ["'$herons'"]}'
keep ranger data.id
call 201 POST "/api/v1/agents/$ranger/threads"
keep asked data.id
remove_later "/api/v1/knowledge-bases/$herons"
remove_later "/api/v1/agents/$ranger"
remove_later "/api/v1/threads/$asked"
call 200 POST "/api/v1/threads/$asked/messages" -d '{"content": "How expensive are binoculars?"}'
call 200 POST "/api/v1/threads/$asked/messages" -d '{"content": "Is skating on thin ice allowed?"}'

say 'They are grouped within a few seconds'
wait_for pagination.total_count 2 '/api/v1/insights/questions?state=unanswered'
call 200 GET "/api/v1/insights/questions?state=unanswered"
keep first 'data.0.id'
keep second 'data.1.id'
call 200 GET "/api/v1/insights/questions/$first"
call 200 POST "/api/v1/insights/questions/$first/answer" -d '{
  "knowledge_base_id": "'$herons'", "content": "Ask at the desk; the ranger knows."
}'
call 200 POST "/api/v1/insights/questions/$second/dismiss"
call 200 GET "/api/v1/insights/summary?interval=week"
call 200 GET "/api/v1/insights/summary?format=csv"
