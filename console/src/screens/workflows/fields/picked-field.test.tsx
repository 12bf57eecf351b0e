import { cleanup, fireEvent, screen } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { ModelField, ResourceField } from './picked-field.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the agent and the model of a node say that they are loading, and why their lists can’t be read', async () => {
  const failure = Promise.withResolvers<object>();
  const api = startApiDouble({
    'GET /api/v1/agents': async () => failure.promise,
    'GET /api/v1/models': async () => failure.promise,
  });
  const shared = { error: undefined, onValue: () => undefined };
  renderInConsole(
    <>
      <ResourceField
        {...shared}
        kind="agent"
        field={{ name: 'agent_id', label: 'agent', kind: 'agent' }}
        name="agent_id"
        value="agt_1"
      />
      <ModelField {...shared} field={{ name: 'model', label: 'model', kind: 'model' }} name="model" value={undefined} />
    </>,
  );
  const agent = screen.getByLabelText<HTMLSelectElement>('Agent');
  const model = screen.getByLabelText<HTMLSelectElement>('Model');
  expect([agent.textContent, model.textContent]).toEqual(['Loading', 'The server’s defaultLoading']);
  failure.resolve({ status: 500 });
  await expect.poll(() => screen.queryAllByText('Something went wrong on the server.')).toHaveLength(2);
  api.answer('GET /api/v1/agents', { data: [{ id: 'agt_1', name: 'Harbour' }] });
  api.answer('GET /api/v1/models', { data: [{ id: 'small', label: 'Small', builtin: false }] });
  for (const button of screen.getAllByRole('button', { name: 'Try again' })) fireEvent.click(button);
  await screen.findByRole('option', { name: 'Harbour' });
  await screen.findByRole('option', { name: 'Small' });
  expect([agent.value, model.value]).toEqual(['agt_1', '']);
});
