import { describe, expect, it } from 'vitest';
import { expectError, expectInvalid } from './fields.ts';
import { useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 3.5 Other status values', () => {
  it('Agents show status active', async () => {
    expect((await world.agent()).status).toBe('active');
  });
  it('Agents can be archived: they then accept no new message', async () => {
    const agent = await world.agent();
    const { id } = await world.make(`/agents/${agent.id}/threads`);
    const { body } = await world.api('PATCH', `/agents/${agent.id}`, { body: { status: 'archived' } });
    expect(body.data.status).toBe('archived');
    expectInvalid(await world.api('POST', `/threads/${id}/messages`, { body: { content: 'Hi' } }), 'params.id');
  });
  it('Workflows show status active', async () => {
    expect((await world.make('/workflows', workflowOf())).status).toBe('active');
  });
  it('Workflows can be inactive: they then can’t be executed', async () => {
    const { id, status } = await world.make('/workflows', { ...workflowOf(), status: 'inactive' });
    expect(status).toBe('inactive');
    expectError(await world.api('POST', `/workflows/${id}/execute`, { body: {} }), 400, 'validation_error');
  });
  it('Triggers are enabled or disabled', async () => {
    const { id: workflowId } = await world.make('/workflows', workflowOf());
    const { id, enabled } = await world.make('/triggers', { name: 'T', workflow_id: workflowId });
    expect(enabled).toBe(true);
    await world.api('PATCH', `/triggers/${id}`, { body: { enabled: false } });
    expectInvalid(await world.api('POST', `/triggers/${id}/execute`), 'params.id');
    await world.api('PATCH', `/triggers/${id}`, { body: { enabled: true } });
    expect((await world.api('POST', `/triggers/${id}/execute`)).status).toBe(202);
  });
});
