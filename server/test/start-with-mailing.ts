import { beforeEach } from 'vitest';
import { makePersona, sendTool, startTask } from './persona-tasks.ts';
import { startWithDoubles } from './start-with-doubles.ts';

/** The arguments of the call that the model makes with `sendMail`. */
export const mail = { to: 'ann@example.org', text: 'Hello' };
export const sendMail = { toolCalls: [{ name: 'send_mail', arguments: mail }] };

/**
 * A server with doubles for the tests of a file, and a function that starts a task of a persona with one step, the tool
 * `send_mail`, for which it asks, and the clock, for which it doesn't.
 */
export async function startWithMailing() {
  const doubles = await startWithDoubles();
  const { server, model, outside } = doubles;
  beforeEach(() => {
    outside.answer = (response) => {
      response.end('done');
    };
    model.always({ text: 'All done.' });
  });
  const startMailing = async (fields: Record<string, unknown> = {}) => {
    const persona = await makePersona(server, {
      sopSteps: ['Send the mail'],
      autonomyLevel: 'approve_high_risk',
      integrations: [sendTool(outside.url), { type: 'builtin', name: 'current_time' }],
      ...fields,
    });
    return startTask(server, persona.id);
  };
  return { ...doubles, startMailing };
}
