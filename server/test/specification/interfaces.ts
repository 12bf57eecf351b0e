import type { Body, World } from './world.ts';
import { workflowOf } from './world.ts';

/** A form with a workflow that returns its inputs; `base` is the form's public address. */
export async function makeForm(world: World, fields: object = {}): Promise<Body> {
  const outputs = { output: '{{ inputs.message }}' };
  const workflow = await world.make('/workflows', workflowOf(undefined, { outputs }));
  const form = await world.make('/form-interfaces', {
    title: 'Ask us',
    target_type: 'workflow',
    workflow_id: workflow.id,
    allow_file_upload: true,
    allow_url_input: true,
    ...fields,
  });
  return { ...form, base: `/api/public/form-interfaces/${form.slug}` };
}

/** A chat with an agent of the model double; `base` is the chat's public address. */
export async function makeChat(world: World, fields: object = {}): Promise<Body> {
  const agent = await world.agent();
  const chat = await world.make('/chat-interfaces', { name: 'Chat', agent_id: agent.id, ...fields });
  return { ...chat, base: `/api/public/chat-interfaces/${chat.slug}` };
}

let visitors = 0;

/** Headers of a visitor with a separate address; the shared server trusts one proxy. */
export function newVisitor(): Record<string, string> {
  visitors += 1;
  const place = `${process.pid % 250}.${Math.floor(visitors / 250)}.${(visitors % 250) + 1}`;
  return { 'X-Forwarded-For': `81.${place}` };
}
