import { PersonaCreate } from '@portico/shared-types';
import { readdir, readFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { call } from '../../../test/client.ts';
import { startTask, waitFor } from '../../../test/persona-tasks.ts';
import { type ServerUnderTest, startServer } from '../../../test/start-server.ts';
import { fillStarterPersonas } from './index.ts';

const folder = new URL('../../../personas/', import.meta.url);
const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));

let server: ServerUnderTest;

beforeAll(async () => {
  // No model server: the built-in model works.
  server = await startServer();
  const [row] = await server.platform.database.sql<{ id: string }[]>`SELECT id FROM workspaces WHERE name = 'default'`;
  await fillStarterPersonas(server.platform, row?.id ?? '');
});
afterAll(async () => server.close());

const words = 'The harbour opened in 1899. It has four cranes. Each crane lifts ten tonnes a minute.';

/** Possible input for every field. */
function fillIn({ inputFields }: PersonaCreate): Record<string, unknown> {
  const values = { text: words, textarea: words, number: 600, checkbox: true, date: '2026-03-31' };
  return Object.fromEntries(
    inputFields.map(({ name, type, options }) => {
      if (type === 'select') return [name, options[0]];
      return [name, type === 'multiselect' ? options : values[type]];
    }),
  );
}

test.each(files)('%s is valid and complete', async (file) => {
  const text = await readFile(new URL(file, folder), 'utf8');
  const persona = PersonaCreate.parse(JSON.parse(text));
  expect(persona.description.length).toBeGreaterThan(60);
  expect(persona.systemPrompt.length).toBeGreaterThan(200);
  expect(persona.sopSteps.length).toBeGreaterThanOrEqual(4);
  expect(persona.inputFields.some(({ required }) => required)).toBe(true);
  expect(persona.deliverables.some(({ guaranteed }) => guaranteed)).toBe(true);
  for (const { description } of persona.deliverables) expect(description).not.toBe('');
  // A step that writes a file contains its name, because the model doesn't get it anywhere else.
  const steps = persona.sopSteps.join(' ');
  for (const { name } of persona.deliverables) expect(steps).toContain(`“${name}”`);
  expect(persona.estimatedDuration.maxMinutes).toBeLessThan(persona.maxDurationHours * 60);
});

test.each(files)('%s runs with the built-in model, and the results say that it wrote them', async (file) => {
  const persona = PersonaCreate.parse(JSON.parse(await readFile(new URL(file, folder), 'utf8')));
  const { body } = await call(server, 'GET', `/api/personas?category=${persona.category}`);
  const { id } = await startTask(server, body.data[0].id, { structuredInputs: fillIn(persona) });
  const task = await waitFor(server, id, 'completed');
  for (const { output } of task.progress.steps) {
    expect(output).toContain('built-in demo model');
    expect(output).toContain('The harbour opened in 1899.');
    // When it got the whole procedure, it quoted the procedure as a result.
    expect(output).not.toContain(persona.sopSteps.at(-1)?.slice(0, 30));
  }
  const listed = await call(server, 'GET', `/api/personas/instances/${id}/deliverables`);
  const names = listed.body.data.map(({ name }: { name: string }) => name);
  for (const { name, guaranteed } of persona.deliverables) if (guaranteed) expect(names).toContain(name);
  const markdown = listed.body.data.find(({ type }: { type: string }) => type === 'markdown');
  if (markdown === undefined) return;
  const { pathname, search } = new URL(markdown.downloadUrl);
  const written = await (await fetch(server.url + pathname + search)).text();
  expect(written.split('built-in demo model')).toHaveLength(2);
});
