section 'People and the audit log'

say 'The caller: a person, or the key with its scopes and workspace'
call 200 GET /api/v1/me
say 'A browser that signs in with a key: the cookie is used instead of the key'
try 200 "$PORTICO_URL/api/v1/auth/sign-in-with-key" -d "{\"api_key\": \"$PORTICO_KEY\"}"
cookie=$(sed -n 's/^set-cookie: \([^;]*\).*/\1/Ip' "$work/headers")
call 200 GET '/api/v1/me/sessions?per_page=1'
keep session data.0.id
call 200 DELETE "/api/v1/me/sessions/$session"
try 401 "$PORTICO_URL/api/v1/me" -H "Cookie: $cookie"
call 200 GET '/api/v1/audit-log?action=session.created'
call 200 GET '/api/v1/audit-log/export?format=csv&action=session.created'

say 'Members, and an invitation, whose link only this response contains'
call 200 GET /api/v1/members
call 201 POST /api/v1/invitations -d '{"email": "grace@example.com", "role": "editor"}'
keep invitation data.id
call 200 GET /api/v1/invitations
call 200 GET "/api/v1/invitations/$invitation"
call 200 DELETE "/api/v1/invitations/$invitation"

say 'The workspace and its settings'
call 200 GET /api/v1/workspace
call 200 PATCH /api/v1/workspace -d '{"notify_after_seconds": 30}'
