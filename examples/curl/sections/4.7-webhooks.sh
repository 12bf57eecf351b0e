section '4.7 Webhooks'

say 'Addresses of this machine and of private networks are never requested'
refused 400 POST /api/v1/webhooks -d '{"url": "http://127.0.0.1:9000/events"}'

call 201 POST /api/v1/webhooks -d '{
  "name": "Receiver", "url": "https://receiver.invalid/events", "event_types": ["execution.completed", "execution.failed"]
}'
keep webhook data.id
remove_later "/api/v1/webhooks/$webhook"

row 200 GET "/api/v1/webhooks/$webhook/deliveries?page=1&per_page=20"
refused 404 GET /api/v1/webhooks/whk_unknown/deliveries

row 200 POST "/api/v1/webhooks/$webhook/test"
contains '"success":false'
keep delivery data.delivery_id
refused 404 POST /api/v1/webhooks/whk_unknown/test

call 200 GET "/api/v1/webhooks/$webhook"
call 200 GET "/api/v1/webhooks?failed_since=2026-01-01"
call 200 GET "/api/v1/webhooks/$webhook/deliveries?failed_since=2026-01-01"
call 200 PATCH "/api/v1/webhooks/$webhook" -d '{"name": "A receiver that never was"}'
call 200 POST "/api/v1/webhooks/$webhook/rotate-secret"
call 200 GET "/api/v1/webhooks/$webhook/deliveries/$delivery"
call 202 POST "/api/v1/webhooks/$webhook/deliveries/$delivery/redeliver"
