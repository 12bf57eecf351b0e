import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { useConversation } from '../../data/conversations.ts';
import { ownerMe, startApiDouble } from '../../test/api-double.ts';
import { renderInConsole } from '../../test/render-in-console.tsx';
import { sampleConversation } from '../../test/sample-conversation.ts';
import { ToasterProvider } from '../../ui/toaster.tsx';
import { VisitorPanel } from './visitor-panel.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

test('the address that a visitor sends as their page is only a link if it is one of the web', () => {
  startApiDouble({ 'GET /api/v1/conversations': { data: [] } });
  const open = (address: string) =>
    renderInConsole(<VisitorPanel conversation={{ ...sampleConversation, page_url: address }} />);
  open('https://harbor.example/boats?size=2');
  expect(screen.getByRole('link', { name: /boats/ }).getAttribute('href')).toBe('https://harbor.example/boats?size=2');
  for (const address of ['javascript:alert(1)', 'data:text/html,x', 'about:srcdoc', 'boats']) {
    cleanup();
    open(address);
    expect(screen.getByText(address).closest('a')).toBeNull();
  }
});

test('after a tag is removed, the focus is in the field for the next one', async () => {
  startApiDouble({
    'GET /api/v1/conversations': { data: [] },
    'PATCH /api/v1/conversations/cnv_1': { data: { ...sampleConversation, tags: [] } },
  });
  const scopes = ['conversations:read', 'conversations:write'];
  renderInConsole(<VisitorPanel conversation={{ ...sampleConversation, id: 'cnv_1', tags: ['key'] }} />, {
    ...ownerMe,
    scopes,
  });
  const remove = screen.getByRole('button', { name: /key/ });
  remove.focus();
  fireEvent.click(remove);
  expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Add a tag' }));
});

const scopes = ['conversations:read', 'conversations:write'];
const changePath = 'PATCH /api/v1/conversations/cnv_1';
const field = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Add a tag' });
const add = (tag: string) => {
  fireEvent.input(field(), { target: { value: tag } });
  fireEvent.submit(field().form ?? field());
};

/** Renders the panel; each change of the tags is answered when the test says so. */
function openTags() {
  const changes: ((reply: object) => void)[] = [];
  startApiDouble({
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/conversations/cnv_1': { data: sampleConversation },
    [changePath]: async () => new Promise((resolve) => changes.push(resolve)),
  });
  const shown = (
    <ToasterProvider>
      <VisitorPanel conversation={sampleConversation} />
    </ToasterProvider>
  );
  const { rerender } = renderInConsole(shown, { ...ownerMe, scopes });
  const answerNext = async (reply: object) => {
    await waitFor(() => expect(changes).not.toHaveLength(0));
    changes.shift()?.(reply);
  };
  return {
    answerNext,
    leave: () => rerender(<ToasterProvider>{null}</ToasterProvider>),
    comeBack: () => rerender(shown),
  };
}
const refused = { status: 400, code: 'validation_failed', message: 'That tag was refused.' };

test('a tag that is refused after the panel was left is in the field again when it is opened', async () => {
  const { answerNext, leave, comeBack } = openTags();
  add('urgent');
  expect(field().value).toBe('');
  leave();
  await answerNext(refused);
  await screen.findAllByText(/That tag was refused/);
  comeBack();
  expect(field().value).toBe('urgent');
});

test('a tag that is refused does not replace the one that is being written, and is reported', async () => {
  const { answerNext } = openTags();
  add('urgent');
  fireEvent.input(field(), { target: { value: 'boat' } });
  await answerNext(refused);
  await screen.findAllByText('That tag was refused.');
  expect(field().value).toBe('boat');
});

test('a tag that is refused is reported although another one was added meanwhile', async () => {
  const { answerNext } = openTags();
  add('urgent');
  add('boat');
  await answerNext(refused);
  await answerNext({ data: { ...sampleConversation, tags: ['boat'] } });
  expect(await screen.findAllByText('That tag was refused.')).not.toHaveLength(0);
  await waitFor(() => expect(field().value).toBe('urgent'));
});

test('a tag that somebody else has added meanwhile is kept', async () => {
  const api = startApiDouble({
    'GET /api/v1/conversations': { data: [] },
    'GET /api/v1/conversations/cnv_1': { data: { ...sampleConversation, tags: ['boat'] } },
    [changePath]: ({ body }) => ({ data: { ...sampleConversation, tags: (body as { tags: string[] }).tags } }),
  });
  renderInConsole(<TagsOfStale />, { ...ownerMe, scopes });
  expect(await screen.findByText('boat')).toBeTruthy();
  api.answer('GET /api/v1/conversations/cnv_1', { data: { ...sampleConversation, tags: ['boat', 'theirs'] } });
  add('urgent');
  await waitFor(() => expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toBeDefined());
  expect(api.sent.find(({ method }) => method === 'PATCH')?.body).toEqual({ tags: ['boat', 'theirs', 'urgent'] });
});

function TagsOfStale() {
  const { data } = useConversation('cnv_1');
  return data === undefined ? null : <VisitorPanel conversation={data} />;
}
