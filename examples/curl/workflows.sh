#!/usr/bin/env bash
#
# Creates and runs the five workflows of docs/workflows.md, unchanged, and shows the results. Two of them call an HTTP
# API, which this script starts on this machine. Portico makes requests to its own machine only if that is allowed:
#
#   OUTBOUND_ALLOW=127.0.0.1:4010 npm start
#   examples/curl/workflows.sh
#
# The expected results are those of the built-in model: connect no model server.
#
# PORTICO_URL, PORTICO_KEY: as in every-endpoint.sh. PORTICO_API_PORT: where the API listens (4010).

here=$(cd "$(dirname "$0")" && pwd)
source "$here/helpers.sh"
cd "$work" || exit 1
port=${PORTICO_API_PORT:-4010}
node "$here/paged-api.mjs" "$port" &
background=$!

# save NAME [arguments for sed]: creates the workflow that is marked with this name in the guide.
save() {
  awk -v fence="\`\`\`json $1" '$0 == fence {inside = 1; next} /^```/ {inside = 0} inside' "$root/docs/workflows.md" |
    sed "${2:-}" >"$1.json"
  say "$1.json is what docs/workflows.md has under that name"
  call 201 POST /api/v1/workflows -d "@$1.json"
  keep workflow data.id
  remove_later "/api/v1/workflows/$workflow"
}

# execute INPUTS: starts the last saved workflow.
execute() {
  call 202 POST "/api/v1/workflows/$workflow/execute" -d "{\"inputs\": $1}"
  keep execution data.execution_id
}

# outputs TEXT: waits for the end and shows the execution, whose outputs must contain TEXT.
outputs() {
  wait_for data.status completed "/api/v1/executions/$execution"
  call 200 GET "/api/v1/executions/$execution"
  printf '\n    outputs: %s\n' "$(read_json data.outputs)"
  contains "$1"
}

section 'Summarise a document'

cp "$root/docs/getting-started.md" .
call 201 POST /api/v1/files -F file=@getting-started.md
keep file data.id
remove_later "/api/v1/files/$file"
save summarise
execute '{"file_id": "'$file'"}'
say 'The summary while it is written'
call 200 GET "/api/v1/executions/$execution/events" -N
outputs 'Portico'

section 'Triage a form, with an approval'

save triage
execute '{"message": "I have a question: when are you open?"}'
outputs 'Thank you, we will answer soon.'
execute '{"message": "The cup came broken. I want a refund."}'
wait_for data.status waiting "/api/v1/executions/$execution"
call 200 POST "/api/v1/executions/$execution/approvals/ask" -d '{"decision": "approve"}'
outputs 'Your refund is on its way.'

section 'Enrich a list in a loop'

save enrich
execute '{"names": ["Ada", "Nowhere", "Bob"], "directory": "http://127.0.0.1:'$port'"}'
outputs '"missing":1'

section 'Answer with knowledge, and fall back'

call 201 POST /api/v1/knowledge-bases -d '{"name": "Teas"}'
keep base data.id
remove_later "/api/v1/knowledge-bases/$base"
call 201 POST "/api/v1/knowledge-bases/$base/documents" -d '{
  "name": "green.txt", "text": "Green tea is steeped at eighty degrees."
}'
keep document data.id
wait_for data.status ready "/api/v1/knowledge-bases/$base/documents/$document"
save answer "s/kb_…/$base/"
execute '{"question": "How is green tea steeped?"}'
outputs 'eighty degrees'
execute '{"question": "Qqq zzz?"}'
outputs 'I know nothing about that.'

section 'Call a paged HTTP API'

save paged
execute '{"api": "http://127.0.0.1:'$port'"}'
outputs '[{"id":10},{"id":11},{"id":20},{"id":21},{"id":30},{"id":31}]'

say "The same run as the operator sees it, on the server's machine"
printf '$ npm run portico -- execution show %s\n' "$execution"
(cd "$root" && npm run --silent portico -- execution show "$execution") >"$answer" 2>&1 || fault 'the command failed'
cat "$answer"
contains 'Collect all orders'

section 'Removing what was made'
remove_all
[ $faults -eq 0 ] || echo "Was the server started with OUTBOUND_ALLOW=127.0.0.1:$port?"
