#!/usr/bin/env bash
#
# Calls every endpoint of Portico with curl, in the order of the API's description, and shows the responses. Everything
# that it creates is removed at the end. It needs bash, curl and node, and a server:
#
#   npm start
#   examples/curl/every-endpoint.sh
#
# PORTICO_URL is the server's address (http://localhost:3000), PORTICO_KEY a key with every scope (data/admin-key). The
# first 300 characters of each response are shown. The calls can be pasted into a shell in this folder. An unexpected
# status is reported and makes the script fail.
#
# By default, Portico makes no requests to addresses of its own machine (for webhooks, or pages to read), and the name
# `receiver.invalid` never exists. So the deliveries of this script fail, which shows how a failure looks.

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
