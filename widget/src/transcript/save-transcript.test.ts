import { expect, test } from 'vitest';
import type { ChatMessage } from '../types.ts';
import { writeTranscript } from './save-transcript.ts';

const base: ChatMessage = {
  id: 'msg_1',
  role: 'user',
  content: 'How?',
  status: 'complete',
  error: null,
  citations: [],
  attachments: [{ fileId: 'fil_1', fileName: 'a.pdf', mimeType: 'application/pdf', fileSize: 1 }],
  tools: [],
  feedback: null,
  clientMessageId: null,
  createdAt: '2026-01-02T03:04:05.000Z',
};
const citation = { chunkId: 'chk_1', documentId: 'doc_1', documentName: 'Guide.pdf', score: 1, quote: 'Like\nthis.' };
const messages: ChatMessage[] = [
  base,
  { ...base, role: 'assistant', content: '**So**:\n\n- one', attachments: [], citations: [citation] },
];
const texts = { you: 'You', sources: 'Sources' };

test('is a Markdown document', () => {
  const text = writeTranscript('Help', messages, texts, 'markdown', 'en');
  expect(text).toMatch(/^# Help\n\n### You — /);
  expect(text).toContain('- 📎 a.pdf');
  expect(text).toContain('**So**:\n\n- one');
  expect(text).toContain('1. Guide.pdf\n   > Like this.');
});

test('is plain text', () => {
  const text = writeTranscript('Help', messages, texts, 'text', 'en');
  expect(text).toMatch(/^Help\n\nYou \(/);
  expect(text).toContain('So:\n\n- one');
  expect(text).not.toContain('**');
});
