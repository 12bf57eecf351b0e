import type { Texts } from '@portico/shared-types/languages/en/widget';
import { speakable } from '@portico/browser-kit/markdown/plain-text';
import type { Chat } from '../models/chat.ts';
import type { ChatMessage } from '../types.ts';
import { nameCitations } from '../ui/name-citations.ts';

export type TranscriptFormat = 'markdown' | 'text';

/** The conversation as a document: authors, texts and times, with the sources of each reply. */
export function writeTranscript(
  title: string,
  messages: readonly ChatMessage[],
  texts: Pick<Texts, 'you' | 'sources'>,
  format: TranscriptFormat,
  locale?: string,
): string {
  const isMarkdown = format === 'markdown';
  const parts = messages.map((message) => {
    const who = message.role === 'user' ? texts.you : title;
    const when = new Date(message.createdAt).toLocaleString(locale);
    const head = isMarkdown ? `### ${who} — ${when}` : `${who} (${when}):`;
    const body = isMarkdown || message.role === 'user' ? message.content : toPlain(message.content);
    const files = message.attachments.map(({ fileName }) => `${isMarkdown ? '- ' : '  '}📎 ${fileName}`);
    const names = nameCitations(message.citations);
    const sources = message.citations.map(({ quote }, index) =>
      isMarkdown
        ? `${index + 1}. ${names[index]}\n   > ${quote.replace(/\s+/g, ' ')}`
        : `  [${index + 1}] ${names[index]}`,
    );
    const tail = sources.length > 0 ? [`${texts.sources}:`, sources.join('\n')] : [];
    return [head, body, ...(files.length > 0 ? [files.join('\n')] : []), ...tail].join(isMarkdown ? '\n\n' : '\n');
  });
  return `${isMarkdown ? '# ' : ''}${title}\n\n${parts.join('\n\n')}\n`;
}

/** Saves the conversation as a file for the visitor. */
export function saveTranscript(chat: Chat, texts: Texts, format: TranscriptFormat): void {
  const { title } = chat.face.peek().behaviour;
  const text = writeTranscript(title, chat.messages.peek(), texts, format, chat.face.peek().locale ?? undefined);
  const url = URL.createObjectURL(new Blob([text], { type: 'text/plain;charset=utf-8' }));
  const link = document.createElement('a');
  link.href = url;
  link.download = `${title.replace(/[^\p{L}\p{N}]+/gu, '-')}.${format === 'markdown' ? 'md' : 'txt'}`;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Plain paragraphs: line breaks stay, markup is removed. */
function toPlain(markdown: string): string {
  return markdown
    .split(/\n/)
    .map((line) => (/^\s*(?:[-*+]|\d+\.)\s/.test(line) ? `- ${speakable(line)}` : speakable(line)))
    .join('\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
}
