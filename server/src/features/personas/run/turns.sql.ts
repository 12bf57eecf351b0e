import type { ToolCall } from '@portico/shared-types';
import { json, type Sql } from '../../../platform/database.ts';
import type { Passage } from '../../../platform/models/chat-model.ts';

/** The result of one tool call. */
export interface CallResult {
  ok: boolean;
  content: string;
  durationMs: number;
  /** Search results. */
  passages?: readonly Passage[] | undefined;
}

export interface TurnCall extends ToolCall {
  /** Its position among the turn's calls. */
  readonly place: number;
  /** Set before an approved call is made. */
  begunAt: string | null;
  result: CallResult | null;
}

/** A call that couldn't be parsed, with the message for the model. */
export interface RefusedCall {
  readonly id: string;
  readonly name: string;
  readonly content: string;
}

/** One response of the model, and the results of the calls in it. */
export interface Turn {
  readonly turn: number;
  readonly content: string;
  readonly calls: TurnCall[];
  readonly refused: readonly RefusedCall[];
}

/** The turns of a step so far, in order. */
export async function findTurns(sql: Sql, instanceId: string, step: number): Promise<Turn[]> {
  const turns = await sql<Omit<Turn, 'calls'>[]>`
    SELECT turn, content, refused FROM persona_turns
    WHERE instance_id = ${instanceId} AND step = ${step} ORDER BY turn`;
  const calls = await sql<(TurnCall & { turn: number })[]>`
    SELECT turn, place, call_id AS id, name, arguments, begun_at AS "begunAt", result FROM persona_calls
    WHERE instance_id = ${instanceId} AND step = ${step} ORDER BY turn, place`;
  return turns.map((turn) => ({
    ...turn,
    calls: calls.filter((call) => call.turn === turn.turn).map(({ turn: _, ...call }) => call),
  }));
}

/** Stores a response of the model with its tool calls. */
export async function insertTurn(sql: Sql, instanceId: string, step: number, turn: Turn): Promise<void> {
  await sql`
    INSERT INTO persona_turns (instance_id, step, turn, content, refused)
    VALUES (${instanceId}, ${step}, ${turn.turn}, ${turn.content}, ${json(turn.refused)})`;
  if (turn.calls.length === 0) return;
  await sql`
    INSERT INTO persona_calls (instance_id, step, turn, place, call_id, name, arguments)
    SELECT ${instanceId}, ${step}, ${turn.turn}, (call->>'place')::int, call->>'id', call->>'name',
      call->'arguments'
    FROM json_array_elements(${json(turn.calls)}::json) AS call`;
}

export async function markBegun(
  sql: Sql,
  instanceId: string,
  call: { step: number; turn: number; place: number },
): Promise<void> {
  await sql`
    UPDATE persona_calls SET begun_at = now()
    WHERE instance_id = ${instanceId} AND step = ${call.step} AND turn = ${call.turn} AND place = ${call.place}`;
}

/** Stores the result of a call; a stored result is not replaced. */
export async function saveResult(
  sql: Sql,
  instanceId: string,
  call: { step: number; turn: number; place: number },
  result: CallResult,
): Promise<void> {
  await sql`
    UPDATE persona_calls SET result = ${json(result)}
    WHERE instance_id = ${instanceId} AND step = ${call.step} AND turn = ${call.turn} AND place = ${call.place}
      AND result IS NULL`;
}
