import { escapeReordering } from '@portico/browser-kit/escape-reordering';
import type { PersonaApproval, PersonaApprovalDecision } from '@portico/shared-types/api/personas';
import type { Entered } from './entered.ts';

/**
 * The content in question: a step's instruction, or a call's arguments as JSON, without characters that would show it in
 * another order than it is used.
 */
export function textOf({ kind, arguments: given }: PersonaApproval): string {
  return kind === 'step' ? String(given['instruction']) : escapeReordering(JSON.stringify(given, null, 2));
}

/** The decision that was entered. Undefined if changed arguments aren't a JSON object. */
export function readDecision(
  approval: PersonaApproval,
  verdict: PersonaApprovalDecision['decision'],
  entered: Entered,
): PersonaApprovalDecision | undefined {
  const comment = entered.comment.trim();
  const decision = { decision: verdict, ...(comment === '' ? {} : { comment }) };
  if (verdict === 'reject' || entered.arguments === textOf(approval)) return decision;
  if (approval.kind === 'step') return { ...decision, arguments: { instruction: entered.arguments } };
  const values = parseObject(entered.arguments);
  return values === undefined ? undefined : { ...decision, arguments: values };
}

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const values: unknown = JSON.parse(text);
    return isObject(values) ? values : undefined;
  } catch {
    return undefined;
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
