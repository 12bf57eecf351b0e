section 'API keys'

call 200 GET /api/v1/api-keys
call 201 POST /api/v1/api-keys -d '{"name": "Narrow", "scopes": ["workflows:read"], "rate_limit_per_minute": 10}'
keep key_id data.id
call 200 GET "/api/v1/api-keys/$key_id"
call 200 POST "/api/v1/api-keys/$key_id/rotate"
keep key data.key

say 'What a key may not do, and what no key may do'
try 403 "$PORTICO_URL/api/v1/agents" -H "X-API-Key: $key"
call 200 DELETE "/api/v1/api-keys/$key_id"
try 401 "$PORTICO_URL/api/v1/workflows" -H "Authorization: Bearer $key"
try 401 "$PORTICO_URL/api/v1/workflows"

section 'Files'

call 201 POST /api/v1/files -F file=@../README.md
keep file data.id
remove_later "/api/v1/files/$file"
call 200 GET "/api/v1/files/$file"
keep download data.download_url
say 'The signed address needs no key, for 24 hours'
try 200 "$download"
refused 404 GET "/files/$file?expires=1&signature=wrong"

section 'Operations and pages'

call 200 GET /healthz
keep version version
call 200 GET /readyz
call 200 GET /metrics
call 200 GET /openapi.json
call 200 GET /docs
say "Without the demo, the start page is the console"
call 200 GET / -L
call 200 GET "/chat/desk-$stamp"
call 200 GET "/forms/page-$stamp"
call 200 GET "/forms/page-$stamp/s/$submission"
call 200 GET "/personas/instances/$task"
call 200 GET /embed.js
call 200 GET /v1/embed.js
call 200 GET "/embed-$version.js"
refused 404 GET /api/v1/unknown
