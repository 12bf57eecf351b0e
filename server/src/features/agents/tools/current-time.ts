import { type OpenTool, ToolError } from './open-tool.ts';
import { cutText } from '../../../platform/cut-text.ts';

/** Returns the current time, which a model can't know. */
export const currentTime: OpenTool = {
  name: 'current_time',
  description: 'Reports the current date and time, in UTC and in a time zone if one is named.',
  parameters: {
    type: 'object',
    properties: { timezone: { type: 'string', description: 'An IANA time zone such as Europe/Oslo.' } },
    required: [],
  },
  async run({ timezone }) {
    const zone = typeof timezone === 'string' && timezone !== '' ? timezone : 'UTC';
    const now = new Date();
    return { ok: true, content: `${now.toISOString()} is ${formatIn(zone, now)} in ${zone}.` };
  },
};

function formatIn(timeZone: string, now: Date): string {
  try {
    return new Intl.DateTimeFormat('en-GB', { timeZone, dateStyle: 'full', timeStyle: 'medium' }).format(now);
  } catch {
    throw new ToolError(`There is no time zone named ${cutText(timeZone, 100)}.`);
  }
}
