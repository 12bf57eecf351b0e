/*
 * Creates a workflow, executes it, follows it live, and cleans up.
 *
 *   PORTICO_URL=http://localhost:3000 PORTICO_KEY=$(cat data/admin-key) npx node examples/follow-execution.ts
 */
import { createClient, PorticoError } from '@portico/shared-types';

const portico = createClient({
  baseUrl: process.env['PORTICO_URL'] ?? 'http://localhost:3000',
  apiKey: process.env['PORTICO_KEY'] ?? '',
});
const print = (text: string): void => void process.stdout.write(`${text}\n`);

try {
  const workflow = await portico.workflows.create({
    name: 'Greet',
    input_schema: { type: 'object', properties: { name: { type: 'string' } }, required: ['name'] },
    definition: {
      nodes: [{ id: 'greet', type: 'template', config: { text: 'Hello {{ inputs.name }}!' } }],
      outputs: { greeting: '{{ nodes.greet.outputs.text }}' },
    },
  });
  const { execution_id: id } = await portico.workflows.execute(workflow.id, { inputs: { name: 'Ada' } });
  // Survives a restart of the server: the stream is reopened after the last event received.
  for await (const { event, data } of portico.executions.events(id)) {
    print(event);
    if (event === 'execution:completed') print(JSON.stringify(data.outputs));
    if (event === 'execution:failed') print(data.error.message);
  }
  await portico.workflows.delete(workflow.id);
} catch (error) {
  if (!(error instanceof PorticoError)) throw error;
  print(`${error.code}: ${error.message} (request ${error.requestId ?? 'unknown'})`);
  process.exitCode = 1;
}
