import { join } from 'node:path';
import { build, parseAst } from 'vite';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** The built modules of a front end that wait while they are evaluated. */
async function listWaiting(frontEnd: string): Promise<string[]> {
  const built = await build({ root: join(root, frontEnd), logLevel: 'silent', build: { write: false } });
  const outputs = Array.isArray(built) ? built : 'output' in built ? [built] : [];
  const chunks = outputs.flatMap(({ output }) => output.filter((file) => file.type === 'chunk'));
  expect(chunks.length).toBeGreaterThan(5);
  return chunks.filter(({ code }) => hasTopLevelAwait(parseAst(code))).map(({ fileName }) => fileName);
}

function hasTopLevelAwait(node: unknown): boolean {
  if (Array.isArray(node)) return node.some(hasTopLevelAwait);
  if (typeof node !== 'object' || node === null) return false;
  const type = 'type' in node ? node.type : undefined;
  if (type === 'AwaitExpression') return true;
  if (typeof type === 'string' && /Function/.test(type)) return false;
  return Object.values(node).some(hasTopLevelAwait);
}

// Safari resolves a second import of a module that still waits, or of one that needs it, before it is evaluated. A page
// that imports a part from several places would use it too early.
test.each(['form-app', 'persona-app'])('no module of the %s waits while it is evaluated', async (frontEnd) => {
  expect(await listWaiting(frontEnd)).toEqual([]);
});

test('the only module of the widget that waits is the one with the Markdown renderer, which is imported once', async () => {
  expect(await listWaiting('widget')).toEqual([expect.stringMatching(/\/markdown-/)]);
});
