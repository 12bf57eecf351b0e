import type { Citation as WireCitation, Message as WireMessage } from '@portico/shared-types/api/messages';
import type { PublicMessage } from '@portico/shared-types/api/public-chat';
import type { Attachment, Author, ChatMessage, Citation, MessageState, ToolActivity } from '../types.ts';

interface NamedTool {
  id: string;
  name: string;
}

/** A message of a JSON body (camelCase, docs/reference/public-chat.md#messages) as the store holds it. */
export function readPublicMessage(wire: PublicMessage): ChatMessage {
  return {
    id: wire.id,
    role: wire.role,
    content: wire.content,
    status: wire.status,
    error: null,
    citations: wire.citations,
    attachments: wire.attachments,
    tools: readTools(wire.toolCalls, wire.status),
    feedback: readFeedback(wire.feedback),
    clientMessageId: wire.clientMessageId,
    createdAt: wire.createdAt,
    followUps: wire.followUps,
    author: readAuthor(wire.author),
  };
}

/** A message of an event (snake_case, docs/reference/streams.md#replies); null for one no visitor sees. */
export function readEventMessage(wire: WireMessage): ChatMessage | null {
  if (wire.role === 'system') return null;
  return {
    id: wire.id,
    role: wire.role,
    content: wire.content,
    status: wire.status,
    error: null,
    citations: (wire.citations ?? []).map(readCitation),
    attachments: (wire.attachments ?? []).map(readAttachment),
    tools: readTools(wire.tool_calls, wire.status),
    feedback: readFeedback(wire.feedback),
    clientMessageId: wire.client_message_id ?? null,
    createdAt: wire.created_at,
    followUps: wire.follow_ups,
    author: readAuthor(wire.author),
  };
}

/** Servers of older versions send none. */
type TitledCitation = WireCitation & Pick<Citation, 'title' | 'url' | 'heading'>;

export function readCitation(wire: TitledCitation): Citation {
  return {
    chunkId: wire.chunk_id,
    documentId: wire.document_id,
    documentName: wire.document_name,
    score: wire.score,
    quote: wire.quote,
    title: wire.title ?? null,
    url: wire.url ?? null,
    heading: wire.heading ?? null,
  };
}

/** Servers of older versions send no address. */
type LinkedFile = WireMessage['attachments'][number] & { download_url?: string };

function readAttachment(wire: LinkedFile): Attachment {
  return {
    fileId: wire.file_id,
    fileName: wire.file_name,
    mimeType: wire.mime_type,
    fileSize: wire.file_size,
    downloadUrl: wire.download_url,
  };
}

function readTools(calls: readonly NamedTool[] | null | undefined, status: MessageState): ToolActivity[] {
  return (calls ?? []).map(({ id, name }) => ({ id, name, ok: status === 'streaming' ? null : true }));
}

function readFeedback(wire: PublicMessage['feedback'] | undefined): ChatMessage['feedback'] {
  if (!wire) return null;
  return wire.comment === undefined ? { rating: wire.rating } : { rating: wire.rating, comment: wire.comment };
}

/** Names are camelCase in JSON bodies and snake_case in events. */
function readAuthor(
  wire:
    { type: Author['type']; name: string | null; avatarUrl?: string | null; avatar_url?: string | null } | undefined,
): Author | undefined {
  return wire && { type: wire.type, name: wire.name, avatarUrl: wire.avatarUrl ?? wire.avatar_url ?? null };
}
