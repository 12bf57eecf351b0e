-- Only what has no conversation yet is read. The function of 0928 first read all messages of all visits of the last minutes,
-- and failed on conversations that were deleted meanwhile.
CREATE OR REPLACE FUNCTION fill_conversations(since timestamptz) RETURNS int LANGUAGE sql AS $$
  WITH made AS (
    INSERT INTO conversations (id, thread_id, workspace_id, agent_id, interface_id, interface_name, interface_slug,
      visitor_id, last_message, rating, unanswered_count, cost_credits, created_at, updated_at)
    SELECT 'cnv_' || substr(threads.id, 5), threads.id, threads.workspace_id, threads.agent_id, i.id, i.name, i.slug,
      v.visitor_id, newest.message, rated.rating, said.unanswered, said.credits, said.first_at, said.last_at
    FROM (
      SELECT DISTINCT ON (thread_id) thread_id, interface_id, visitor FROM chat_sessions
      WHERE last_seen_at >= since AND message_count > 0 AND NOT preview
        AND NOT EXISTS (SELECT FROM conversations WHERE conversations.thread_id = chat_sessions.thread_id)
      ORDER BY thread_id, created_at DESC
    ) AS s
    JOIN threads ON threads.id = s.thread_id
    JOIN chat_interfaces i ON i.id = s.interface_id
    JOIN chat_visitors v ON v.id = s.visitor
    CROSS JOIN LATERAL (
      SELECT min(m.created_at) FILTER (WHERE m.role = 'user') AS first_at, max(m.created_at) AS last_at,
        count(*) FILTER (WHERE m.outcome = 'unanswered' AND m.replaced_by IS NULL)::int AS unanswered,
        coalesce(sum((t.trace->>'credits')::float8), 0) AS credits
      FROM messages m LEFT JOIN reply_traces t ON t.message_id = m.id
      WHERE m.workspace_id = threads.workspace_id AND m.thread_id = threads.id
    ) AS said
    LEFT JOIN LATERAL (
      SELECT json_build_object('role', m.role, 'author_type', CASE m.role WHEN 'user' THEN 'visitor'
        WHEN 'assistant' THEN 'agent' ELSE 'system' END, 'preview', left(m.content, 200), 'at', to_char(m.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) AS message
      FROM messages m
      WHERE m.workspace_id = threads.workspace_id AND m.thread_id = threads.id AND m.role <> 'system'
      ORDER BY m.place DESC LIMIT 1
    ) AS newest ON true
    LEFT JOIN LATERAL (
      SELECT m.feedback->>'rating' AS rating FROM messages m
      WHERE m.workspace_id = threads.workspace_id AND m.thread_id = threads.id AND m.feedback IS NOT NULL
        AND m.feedback->>'rating' IS NOT NULL
      ORDER BY m.place DESC LIMIT 1
    ) AS rated ON true
    WHERE said.first_at IS NOT NULL
    ON CONFLICT (id) DO NOTHING RETURNING 1
  ) SELECT count(*)::int FROM made
$$;
