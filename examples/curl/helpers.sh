# Functions for the scripts in this folder: calls that print themselves as a person would type them, and the response.
# This file is sourced, not run.

root=$(cd "$(dirname "${BASH_SOURCE[0]}")/../.." && pwd)
PORTICO_URL=${PORTICO_URL:-http://localhost:3000}
PORTICO_KEY=${PORTICO_KEY:-$(cat "${DATA_DIR:-$root/data}/admin-key" 2>/dev/null)}

if ! curl -sS -o /dev/null "$PORTICO_URL/healthz"; then
  echo "There is no response from $PORTICO_URL: start Portico with npm start, or set PORTICO_URL=https://…"
  exit 1
fi
if [ -z "$PORTICO_KEY" ]; then
  echo "There is no key: set PORTICO_KEY=ptk_…, or run this in the folder that contains ${DATA_DIR:-data}/admin-key."
  exit 1
fi

work=$(mktemp -d)
answer=$work/answer
faults=0
unset section_name
summary=''
removals=()

# One process picks the values out of all responses, because starting one takes longer than most calls.
mkfifo "$work/paths" "$work/values"
node "$root/examples/curl/read-json.mjs" "$answer" <"$work/paths" >"$work/values" &
exec 3>"$work/paths" 4<"$work/values"

# section NAME: a heading, and a line of the summary: rows of the specification's section, and calls.
section() {
  end_section
  section_name=$1 rows=0 calls=0
  printf '\n\n== %s %s\n' "$1" "$(printf '%*s' $((110 - ${#1})) '' | tr ' ' =)"
}

end_section() {
  [ -n "${section_name:-}" ] || return 0
  [ $rows -gt 0 ] || rows=-
  summary+=$(printf '%-44s %5s %6s' "$section_name" "$rows" "$calls")$'\n'
}

# say WORDS: a comment on the call that follows.
say() {
  printf '\n# %s\n' "$*"
  commented=yes
}

# row STATUS METHOD PATH [words for curl …]: a call that is a row of the specification's section.
row() {
  rows=$((rows + 1))
  say "row $rows of ${section_name%% *}: $2 ${3%%\?*}"
  call "$@"
}

# refused …: a call that must be refused.
refused() {
  say "refused with $1"
  call "$@"
}

# call STATUS METHOD PATH [words for curl …]: sends it with the headers that the path needs; any other status is an
# error.
call() {
  local expected=$1 method=$2 path=$3 words=() word
  shift 3
  case $method in
    GET) ;;
    HEAD) words+=(-I) ;;
    *) words+=(-X "$method") ;;
  esac
  words+=("$PORTICO_URL$path")
  case $path in
    /v1/agents*) words+=(-H "Authorization: Bearer $PORTICO_KEY") ;;
    /api/v1/* | /api/personas*) words+=(-H "X-API-Key: $PORTICO_KEY") ;;
  esac
  for word in "$@"; do
    [ "$word" != -d ] || words+=(-H 'Content-Type: application/json')
  done
  try "$expected" "${words[@]}" "$@"
}

# try STATUS [words for curl …]: prints the call, sends it, and shows the response. A stream that --max-time ends is not
# an error.
try() {
  local expected=$1 status type
  shift
  calls=$((calls + 1))
  [ -n "${commented:-}" ] || echo
  commented=''
  printf '$ %s\n' "$(as_typed "$@")"
  : >"$answer"
  IFS='|' read -r status type <<<"$(curl -sS --max-time 60 -D "$work/headers" -o "$answer" \
    -w '%{http_code}|%{content_type}' "$@" 2>"$work/complaint")"
  printf '%s ' "$status"
  show "$type"
  if [ "$status" != "$expected" ]; then
    [ "$status" != 000 ] || cat "$work/complaint"
    fault "answered $status instead of $expected"
  fi
}

fault() {
  faults=$((faults + 1))
  printf '!! %s: %s\n' "${section_name:-}" "$1"
}

give_up() {
  fault "$1"
  exit 1
}

# The command as it can be pasted into a shell with PORTICO_URL and PORTICO_KEY set.
as_typed() {
  local typed=curl word url_name='$PORTICO_URL' key_name='$PORTICO_KEY'
  for word in "$@"; do
    case $word in
      "$PORTICO_URL"/*) word="\"${word/#"$PORTICO_URL"/$url_name}\"" ;;
      *": $PORTICO_KEY" | *" Bearer $PORTICO_KEY") word="\"${word/%"$PORTICO_KEY"/$key_name}\"" ;;
      *[!A-Za-z0-9_./:=@%+,-]* | '') word="'${word//\'/\'\\\'\'}'" ;;
    esac
    # The key itself is never printed, not even within a body.
    [ -z "$PORTICO_KEY" ] || word=${word//"$PORTICO_KEY"/"'\"$key_name\"'"}
    typed+=" $word"
  done
  printf '%s' "$typed"
}

# show TYPE: the first 300 characters of the last response, or the first events of a stream.
show() {
  if [ ! -s "$answer" ]; then
    echo '(no body)'
    return
  fi
  case $1 in
    text/event-stream*)
      printf '%s\n' "$1"
      grep -E '^(id|event|data):' "$answer" | cut -c 1-160 | sed -n '1,24s/^/    /p; 25s/.*/    …/p'
      ;;
    *json* | text/* | *javascript*)
      local text
      text=$(tr '\r\n' '  ' <"$answer")
      printf '%s\n' "${text:0:300}$([ ${#text} -le 300 ] || echo …)"
      ;;
    *) printf '%s\n' "($(wc -c <"$answer" | tr -d ' ') bytes${1:+ of $1})" ;;
  esac
}

# keep NAME PATH: stores a value of the last response in a variable: keep workflow data.id
keep() {
  local value
  value=$(read_json "$2") || give_up "the answer has no $2"
  printf -v "$1" '%s' "$value"
}

# read_json PATH: prints a value of the last response; fails if it has none.
read_json() {
  local found
  printf '%s\n' "$1" >&3
  IFS= read -r -d '' found <&4
  [ "${found:0:1}" = + ] && printf '%s' "${found:1}"
}

# wait_for FIELD VALUE PATH: polls without output, for up to 30 s, until the FIELD of the response is VALUE.
wait_for() {
  local field=$1 value=$2 path=$3 end=$((SECONDS + 30)) seen=''
  say "waits until $field of $path is $value"
  while [ "$seen" != "$value" ]; do
    case $seen in completed | failed | cancelled) break ;; esac
    [ $SECONDS -lt $end ] || break
    [ -z "$seen" ] || sleep 0.2
    curl -sS --max-time 10 -o "$answer" "$PORTICO_URL$path" -H "X-API-Key: $PORTICO_KEY"
    seen=$(read_json "$field" || echo nothing)
  done
  [ "$seen" = "$value" ] && return
  show application/json
  fault "$field of $path is $seen, not $value"
}

# row_event NAME: for a section on events, the first event of that name in the last stream.
row_event() {
  rows=$((rows + 1))
  say "row $rows of ${section_name%% *}: $1"
  grep -A 1 -m 1 -x "event: $1" "$answer" || fault "the stream has no event $1"
  commented=''
}

# contains TEXT: fails if the last response doesn't contain it.
contains() { grep -qF -- "$1" "$answer" || fault "the answer doesn't contain $1"; }

# remove_later PATH: removes the resource at the end, newest first, even if the script fails.
remove_later() { removals+=("$1"); }

remove_all() {
  local path
  while [ ${#removals[@]} -gt 0 ]; do
    path=${removals[${#removals[@]} - 1]}
    unset "removals[${#removals[@]} - 1]"
    call 200 DELETE "$path"
  done
}

# Ends the script: the remaining resources are removed, and any error makes it fail.
finish() {
  local status=$?
  trap - EXIT
  [ ${#removals[@]} -eq 0 ] || section 'Broken off: removing what was made'
  remove_all
  [ -z "${background:-}" ] || kill "$background"
  exec 3>&- 4<&-
  end_section
  rm -rf "$work"
  printf '\n%-44s %5s %6s\n%s\n' Section Rows Calls "$summary"
  if [ $faults -gt 0 ] || [ $status -ne 0 ]; then
    echo 'Not everything answered as it should: see the lines that begin with !!'
    exit 1
  fi
  echo 'Everything answered as it should.'
}
trap finish EXIT
trap 'exit 130' INT TERM
