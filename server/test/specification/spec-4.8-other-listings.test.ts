import { beforeAll, describe, expect, it } from 'vitest';
import { type Body, useWorld, workflowOf } from './world.ts';

const world = useWorld();

describe('Specification 4.8 Other listings', () => {
  const made: Record<string, string> = {};
  beforeAll(async () => {
    const workflow = await world.make('/workflows', workflowOf());
    made['workflows'] = workflow.id;
    made['agents'] = (await world.agent()).id;
    made['triggers'] = (await world.make('/triggers', { name: 'T', workflow_id: workflow.id })).id;
    made['webhooks'] = (await world.make('/webhooks', { url: `${world.receiver.url}/hook` })).id;
  });

  it.each(['workflows', 'agents', 'triggers', 'webhooks'])('The service offers listing for %s', async (name) => {
    const { status, body } = await world.api('GET', `/${name}`);
    expect(status).toBe(200);
    expect(body.data.map(({ id }: Body) => id)).toEqual([made[name]]);
    expect(body.pagination).toMatchObject({ page: 1, per_page: 20, total_count: 1 });
  });

  describe('knowledge bases can be searched', () => {
    let base: Body;
    beforeAll(async () => {
      base = await world.make('/knowledge-bases', { name: 'Opening hours', description: 'of the library' });
      await world.make('/knowledge-bases', { name: 'Cats' });
      const document = { name: 'hours.md', text: 'The library opens at nine.' };
      const { id } = await world.make(`/knowledge-bases/${base.id}/documents`, document);
      await world.until(`/knowledge-bases/${base.id}/documents/${id}`, 'ready');
    });
    it.each(['opening', 'LIBRARY'])('by name and description: %s', async (search) => {
      const found = await world.get(`/knowledge-bases?search=${search}`);
      expect(found.map(({ id }: Body) => id)).toEqual([base.id]);
    });
    it('for a text in all of them at once', async () => {
      const { results } = await world.make('/knowledge-bases/search', {
        query: 'When does the library open?',
        top_k: 1,
      });
      expect(results).toMatchObject([{ knowledge_base_id: base.id, document_name: 'hours.md' }]);
    });
  });
});
