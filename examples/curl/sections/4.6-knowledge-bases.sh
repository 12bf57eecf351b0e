section '4.6 Knowledge bases'

call 201 POST /api/v1/knowledge-bases -d '{"name": "Birds '$stamp'", "description": "What we know of them"}'
keep base data.id
remove_later "/api/v1/knowledge-bases/$base"

say 'A document as text, one as a file, and one that Portico fetches'
call 201 POST "/api/v1/knowledge-bases/$base/documents" -d '{
  "name": "herons.txt", "text": "Herons nest in April, high up in old trees.", "metadata": {"kind": "heron"}
}'
keep document data.id
call 201 POST "/api/v1/knowledge-bases/$base/documents" -F file=@../README.md
call 201 POST "/api/v1/knowledge-bases/$base/documents" -d '{"url": "http://127.0.0.1/private", "mode": "markdown"}'
keep fetched data.id
wait_for data.status ready "/api/v1/knowledge-bases/$base/documents/$document"
call 200 GET "/api/v1/knowledge-bases/$base/documents/$document"
wait_for data.status failed "/api/v1/knowledge-bases/$base/documents/$fetched"
call 200 GET "/api/v1/knowledge-bases/$base/documents/$fetched"
call 202 POST "/api/v1/knowledge-bases/$base/documents/$fetched/refresh"
call 200 PUT "/api/v1/knowledge-bases/$base/documents/$document" -d '{
  "name": "herons.txt", "text": "Herons nest in April, high up in old trees.", "title": "Herons",
  "url": "https://birds.example.com/herons", "metadata": {"kind": "heron"}
}'
wait_for data.status ready "/api/v1/knowledge-bases/$base/documents/$document"
call 200 GET "/api/v1/knowledge-bases/$base/documents/$document/chunks"
call 200 DELETE "/api/v1/knowledge-bases/$base/documents/$fetched"
call 200 GET "/api/v1/knowledge-bases/$base/documents"
call 200 GET "/api/v1/documents?knowledge_base_id=$base"
call 200 GET "/api/v1/documents/$document"

row 200 GET "/api/v1/knowledge-bases/$base"
refused 404 GET /api/v1/knowledge-bases/kb_unknown

row 200 POST "/api/v1/knowledge-bases/$base/query" -d '{"query": "When do herons nest?", "top_k": 3}'
contains 'Herons nest in April'
refused 404 POST /api/v1/knowledge-bases/kb_unknown/query -d '{"query": "When do herons nest?"}'
refused 400 POST "/api/v1/knowledge-bases/$base/query" -d '{"query": "When do herons nest?", "top_k": 21}'

call 200 POST "/api/v1/knowledge-bases/$base/query" -d '{
  "query": "nest in April", "mode": "hybrid", "filter": {"kind": "heron"}, "min_score": 0.1
}'
call 200 POST /api/v1/knowledge-bases/search -d '{"query": "When do herons nest?", "top_k": 1}'
call 200 PATCH "/api/v1/knowledge-bases/$base" -d '{"description": "What we know of birds"}'

say 'A website that fills the base; its host does not exist, so that its first run fails'
sources="/api/v1/knowledge-bases/$base/sources"
call 201 POST "$sources" -d '{
  "type": "website", "url": "https://birds.invalid/", "exclude": ["/shop/**"], "refresh": "daily"
}'
keep source data.id
wait_for data.status failed "$sources/$source"
call 200 GET "$sources/$source"
call 200 GET "$sources"
call 200 GET "/api/v1/sources?knowledge_base_id=$base&status=failed"
call 200 PATCH "$sources/$source" -d '{"refresh": "0 6 * * 1-5"}'
call 200 GET "$sources/$source/pages?status=failed"
call 202 POST "$sources/$source/sync"
keep run data.id
wait_for data.status failed "$sources/$source/runs/$run"
call 200 GET "$sources/$source/runs/$run"
call 200 GET "$sources/$source/runs"
call 200 GET "$sources/$source/runs/$run/changes"
call 200 GET "$sources/$source/runs/$run/events" -N
call 200 DELETE "$sources/$source?keep_documents=true"

say 'A list of many addresses, whose run is cancelled'
call 201 POST "$sources" -d "{
  \"type\": \"urls\", \"urls\": [$(printf '"https://birds-%d.invalid/",' {1..200} | sed 's/,$//')]
}"
keep source data.id
call 200 POST "$sources/$source/cancel"
call 200 DELETE "$sources/$source"
