import type { ToolCall } from '@portico/shared-types';
import type { ChatTool } from '../chat-model.ts';
import { createCallId } from '../create-call-id.ts';

const asksForTime =
  /\b(?:what(?:'s| is| are)? (?:the )?(?:current |local |exact )?(?:time|date)\b(?! (?:limit|zone|out|frame|range|format))|what time is it|what day is (?:it|today)|(?:today'?s|current) (?:date|time)\b|wie sp[äa]t|wieviel uhr|welcher tag ist heute|quelle heure|quel jour|qu[ée] hora|qu[ée] d[íi]a es|che ore)/iu;

/**
 * The call of a clock tool that the question requires; undefined if it asks for something else or there is no clock.
 */
export function callClock(question: string, tools: ChatTool[]): ToolCall | undefined {
  const clock = tools.find((tool) => tool.name === 'current_time');
  if (!clock || question.length > 120 || !asksForTime.test(question)) return undefined;
  const [zone] = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+\b|\bUTC\b/u.exec(question) ?? [];
  return {
    id: createCallId(),
    name: clock.name,
    arguments: zone === undefined ? {} : { timezone: zone },
  };
}

/** A sentence with the time from a clock's result; undefined if the result has none. */
export function readTime(result: string): string | undefined {
  const [iso] = /\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?:Z|[+-]\d\d:?\d\d)/u.exec(result) ?? [];
  if (iso === undefined) return undefined;
  const [zone = 'UTC'] = /\b[A-Z][A-Za-z]+\/[A-Z][A-Za-z_]+\b/u.exec(result) ?? [];
  const format = (timeZone: string) =>
    new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'short' }).formatToParts(new Date(iso));
  const parts = Object.fromEntries(format(isTimeZone(zone) ? zone : 'UTC').map(({ type, value }) => [type, value]));
  const { weekday, day, month, year, hour, minute } = parts;
  return `It is ${hour}:${minute} (${isTimeZone(zone) ? zone : 'UTC'}) on ${weekday}, ${day} ${month} ${year}.`;
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}
