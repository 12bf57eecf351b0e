import type { Message } from '@portico/shared-types/api/messages';
import { useQueryClient } from '@tanstack/react-query';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/preact';
import { afterEach, expect, test, vi } from 'vitest';
import { startApiDouble } from '../../../test/api-double.ts';
import { renderInConsole } from '../../../test/render-in-console.tsx';
import { sampleConversation } from '../../../test/sample-conversation.ts';
import { TranscriptView } from './transcript-view.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const pageSize = 100;

/** A transcript of `count()` numbered messages. */
function startTranscript(count: () => number): void {
  startApiDouble({
    'GET /api/v1/conversations/cnv_1/messages': ({ path }) => {
      const page = Number(new URL(path, 'https://console.example').searchParams.get('page'));
      const all = Array.from({ length: count() }, (_, index) => ({
        type: 'message',
        id: `msg_${index + 1}`,
        role: 'user',
        author: { type: 'visitor', id: 'vis_1', name: null, avatar_url: null },
        content: `number ${index + 1}`,
        status: 'complete',
        attachments: [],
        citations: [],
        created_at: '2026-01-01T00:00:00.000Z',
      })) satisfies Partial<Message & { type: string }>[];
      const total = Math.ceil(all.length / pageSize);
      return { data: all.slice((page - 1) * pageSize, page * pageSize), pagination: { page, total_pages: total } };
    },
  });
}

function View() {
  const queries = useQueryClient();
  return (
    <>
      <button type="button" onClick={() => void queries.invalidateQueries({ queryKey: ['transcripts', 'cnv_1'] })}>
        a message arrives
      </button>
      <TranscriptView conversation={sampleConversation} typists={[]} />
    </>
  );
}

const shown = () => screen.queryAllByText(/^number \d+$/).map(({ textContent }) => Number(textContent?.slice(7)));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

test('messages that arrive take nothing away, and earlier ones follow without a gap', async () => {
  let count = 300;
  startTranscript(() => count);
  renderInConsole(<View />);
  await waitFor(() => expect(shown()).toEqual(range(101, 300)));
  count = 301;
  fireEvent.click(screen.getByRole('button', { name: 'a message arrives' }));
  await waitFor(() => expect(shown().at(-1)).toBe(301));
  expect(shown()).toEqual(range(101, 301));
  fireEvent.click(screen.getByRole('button', { name: /earlier/i }));
  await waitFor(() => expect(shown()).toEqual(range(1, 301)));
  expect(screen.queryByRole('button', { name: /earlier/i })).toBeNull();
});
