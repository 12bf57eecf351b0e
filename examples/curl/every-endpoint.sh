#!/usr/bin/env bash
#
# Calls every endpoint of Portico with curl, in the order of its API's description, and shows what comes back. What it
# makes it removes again. It needs bash, curl and node, and a server:
#
#   npm start
#   examples/curl/every-endpoint.sh
#
# PORTICO_URL is where the server is (http://localhost:3000), PORTICO_KEY a key with every scope (data/admin-key).
# Of each answer the first 300 characters are shown. The calls can be pasted into a shell in this folder. A status that
# is not the expected one is told, and makes the script fail.
#
# Addresses of this machine are refused to what Portico requests (webhooks, pages to read), as they are by default; and
# `receiver.invalid` is a name that never exists. So the deliveries of this script fail, and show how that looks.

here=$(cd "$(dirname "$0")" && pwd)
source "$here/helpers.sh"
cd "$here" || exit 1
stamp=$(date +%s)

source sections/4.1-workflows.sh
source sections/4.2-executions.sh
source sections/4.3-triggers.sh
source sections/4.4-agents.sh
source sections/4.5-threads-and-messages.sh
source sections/4.6-knowledge-bases.sh
source sections/4.7-webhooks.sh
source sections/4.8-other-listings.sh
source sections/4.9-older-agent-endpoints.sh
source sections/4.10-public-interfaces.sh
source sections/conversations.sh
source sections/insights.sh
source sections/4.11-persona-tasks.sh
source sections/6-events.sh
source sections/people.sh
source sections/keys-files-and-pages.sh

section 'Removing what was made'
say 'Threads that visitors and streams have opened'
call 200 GET "/api/v1/threads?agent_id=$agent&per_page=100"
opened=()
while id=$(read_json "data.${#opened[@]}.id"); do opened+=("/api/v1/threads/$id"); done
for path in "${opened[@]}"; do
  [[ " ${removals[*]} " == *" $path "* ]] || call 200 DELETE "$path"
done
remove_all
