import { describe, expect, it } from 'vitest';
import { readEvents } from '../client.ts';
import { useWorld } from './world.ts';

const world = useWorld();

describe('Specification 6.3 Other streams', () => {
  it('The chat stream (4.9) uses Server-Sent Events', async () => {
    const { id } = await world.agent();
    const request = { method: 'POST', body: { message: 'Hi' } };
    const events = await readEvents(world.server, `/v1/agents/${id}/chat/stream`, request);
    expect(new Set(events.map(({ event }) => event))).toEqual(new Set(['start', 'delta', 'done']));
  });
  it('A streamed message reply (4.5) uses Server-Sent Events', async () => {
    const { id } = await world.thread();
    const events = await world.events(`/threads/${id}/messages`, {
      method: 'POST',
      body: { content: 'Hi', stream: true },
    });
    const names = ['message:created', 'message:started', 'message:delta', 'message:completed'];
    expect([...new Set(events.map(({ event }) => event))]).toEqual(names);
  });
  it('Persona progress is tracked step by step with real-time updates', async () => {
    const fields = { name: 'R', category: 'Research', model: 'double', autonomyLevel: 'full_auto' };
    const persona = await world.post('/api/personas', { ...fields, sopSteps: ['Look', 'Write'] });
    // The model is slow, so that live events can't be a replay of the finished task.
    world.model.always({ text: 'Said and done.', tokenDelayMs: 50 });
    const { id } = await world.post(`/api/personas/${persona.id}/instances`, { taskTitle: 'Study' });
    const events = await readEvents(world.server, `/api/personas/instances/${id}/events`);
    expect(events.map(({ event }) => event)).toEqual([
      'connected',
      'persona:started',
      'persona:step-started',
      'persona:step-completed',
      'persona:step-started',
      'persona:step-completed',
      'persona:completed',
    ]);
    const steps = events.filter(({ event }) => event === 'persona:step-completed');
    expect(steps.map(({ data }) => data)).toMatchObject([
      { instance_id: id, index: 0, title: 'Look', status: 'completed', output: 'Said and done.' },
      { instance_id: id, index: 1, title: 'Write', status: 'completed', output: 'Said and done.' },
    ]);
  });
});
