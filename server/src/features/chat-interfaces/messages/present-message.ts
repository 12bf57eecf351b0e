import type { Message, MessageAuthor, PublicAuthor, PublicMessage } from '@portico/shared-types';
import { firstName } from '../../conversations/index.ts';
import type { Platform } from '../../../platform/platform.ts';
import { downloadUrl } from '../../files/index.ts';
import type { ChatInterfaceRow, ChatSettings } from '../interface/chat-interfaces.sql.ts';

/** The parts of an agent's work that a visitor of the interface may see, and the addresses of files for them. */
export interface VisitorView extends Pick<ChatSettings['behaviour'], 'show_citations' | 'show_tool_calls'> {
  linkFile(fileId: string): string;
}

export function viewOf(
  platform: Platform,
  { settings: { behaviour } }: Pick<ChatInterfaceRow, 'settings'>,
): VisitorView {
  const { show_citations, show_tool_calls } = behaviour;
  return { show_citations, show_tool_calls, linkFile: (fileId) => downloadUrl(platform, fileId) };
}

/**
 * Messages as their visitor sees them: without system messages and token counts
 * (docs/reference/public-chat.md#messages).
 */
export function presentMessages(messages: readonly Message[], view: VisitorView): PublicMessage[] {
  return messages.flatMap((message) => {
    const { role } = message;
    return role === 'system' || isUnseen(message) ? [] : [presentMessage({ ...message, role }, view)];
  });
}

function presentMessage(
  message: Message & { role: PublicMessage['role'] },
  { show_citations: showCitations, show_tool_calls: showToolCalls, linkFile }: VisitorView,
): PublicMessage {
  return {
    id: message.id,
    threadId: message.thread_id,
    role: message.role,
    author: presentPublicAuthor(message.author),
    content: message.content,
    status: message.status,
    ...(message.role === 'user' ? {} : { toolCalls: showToolCalls ? (message.tool_calls ?? null) : null }),
    citations: (showCitations ? message.citations : []).map((citation) => ({
      chunkId: citation.chunk_id,
      documentId: citation.document_id,
      documentName: citation.document_name,
      title: citation.title,
      url: citation.url,
      heading: citation.heading,
      score: citation.score,
      quote: citation.quote,
    })),
    attachments: message.attachments.map((attachment) => ({
      fileId: attachment.file_id,
      fileName: attachment.file_name,
      mimeType: attachment.mime_type,
      fileSize: attachment.file_size,
      ...(isVisitors(message) ? {} : { downloadUrl: linkFile(attachment.file_id) }),
    })),
    feedback: message.feedback,
    clientMessageId: message.client_message_id,
    replacedBy: message.replaced_by,
    followUps: message.follow_ups,
    createdAt: message.created_at,
  };
}

/** The same message in an event: snake_case, with the same fields left out; undefined if it is internal. */
export function presentEventMessage(message: Message, view: VisitorView): EventMessage | undefined {
  if (message.role === 'system') return undefined;
  const { usage: _, author, ...shown } = message;
  return {
    ...shown,
    author: presentAuthor(author),
    ...(message.tool_calls === undefined ? {} : { tool_calls: view.show_tool_calls ? message.tool_calls : null }),
    citations: view.show_citations ? message.citations : [],
    attachments: message.attachments.map((file) =>
      isVisitors(message) ? file : { ...file, download_url: view.linkFile(file.file_id) },
    ),
  };
}

/** A message of an event as its visitor sees it. */
type EventMessage = Omit<Message, 'author' | 'usage' | 'attachments'> & {
  author: Omit<MessageAuthor, 'id'>;
  attachments: (Message['attachments'][number] & { download_url?: string })[];
};

/** An author as visitors may know them: a member by first name, and never an id. */
export function presentAuthor({ type, name, avatar_url }: MessageAuthor): Omit<MessageAuthor, 'id'> {
  // The agent's name is internal; visitors know it by the interface's title.
  if (type !== 'member') return { type, name: type === 'visitor' ? name : null, avatar_url: null };
  return { type, name: name === null ? null : firstName(name), avatar_url };
}

function presentPublicAuthor(author: MessageAuthor): PublicAuthor {
  const { type, name, avatar_url: avatarUrl } = presentAuthor(author);
  return { type, name, avatarUrl };
}

/** The visitor has the files of these messages already. */
const isVisitors = ({ role }: Pick<Message, 'role'>): boolean => role === 'user';

/** A reply that a person interrupted before its first word, and that is kept for its tool calls. */
function isUnseen({ status, content, tool_calls: calls }: Message): boolean {
  return status === 'cancelled' && content === '' && (calls?.length ?? 0) > 0;
}
