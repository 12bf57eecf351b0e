import type { Conversation, SavedReply } from '@portico/shared-types/api/conversations';
import { isBlank } from '@portico/shared-types/rules/read-field-value';
import { Paperclip, Send, StickyNote } from 'lucide-react';
import { useEffect, useRef, useState } from 'preact/hooks';
import { isComposing } from '@portico/browser-kit/is-composing';
import { useAttachments } from '../../../data/draft-files.ts';
import { chatInterfaces } from '../../../data/chat-interfaces.ts';
import { useAct, useTyping } from '../../../data/conversations.ts';
import { useCan, useSignedIn } from '../../../data/session.ts';
import { faultTexts } from '../../../form/fault-texts.ts';
import { useStoredText } from '../../../form/use-stored-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { TextArea } from '../../../ui/field.tsx';
import { useFilePicker } from '../../../ui/use-file-picker.tsx';
import { hasModifier, isTyping } from '../list/is-typing.ts';
import { conversationTexts } from '../texts.ts';
import { AttachedFiles } from './attached-files.tsx';
import { SavedReplyList, useReplyChoice } from './saved-reply-list.tsx';
import { SuggestionButtons } from './suggestion-buttons.tsx';
import { takeFiles } from './take-files.ts';
import { useSuggestedText } from './use-suggested-text.ts';

type Kind = 'reply' | 'note';

/** What a reply changes, in the states in which nobody has accepted the conversation. */
const effects = { bot: 'sendTakesOver', waiting: 'sendAccepts', closed: 'sendReopens' } as const;

/**
 * Writes to the visitor, or a note for the team. Unsent text survives a reload and a switch of conversations. While the
 * chat is paused, and once it is deleted, the visitor can't read anything, and notes are left.
 */
export function Composer({ conversation, onSent }: { conversation: Conversation; onSent?: () => void }) {
  const say = useTexts(conversationTexts);
  const sayFault = useTexts(faultTexts);
  const { id, status, assignee } = conversation;
  const { member_id: memberId, api_key: key } = useSignedIn();
  // Not by its name, which is that of the time when the conversation was accepted.
  const isOthers = assignee !== null && assignee.id !== (memberId ?? key?.id);
  const obstacle = useObstacle(conversation.interface.id);
  const [chosen, setKind] = useState<Kind>('reply');
  const kind = obstacle === undefined ? chosen : 'note';
  const [text, setText, clearText] = useStoredText(`composer:${id}:${kind}`);
  const [fault, setFault] = useState<unknown>(null);
  const form = useRef<HTMLFormElement>(null);
  const act = useAct(id);
  const showTyping = useTyping(id);
  const suggestion = useSuggestedText({ id, text, setText, onError: setFault });
  const files = useAttachments(`composer:${id}:files`);
  const picker = useFilePicker(say('attach'), files.add);
  const choose = (reply: SavedReply) => setText(reply.content);
  const choice = useReplyChoice(kind === 'reply' && !suggestion.isPending ? text : '', choose);
  const isNote = kind === 'note';
  const canAttach = useCan('files:write');
  // Notes have no files, and a suggestion is written into the reply.
  const isBlocked = !isNote && (files.isSending || files.hasFailed || suggestion.isPending);

  const taken = isOthers ? say('taken', { name: assignee.name }) : '';
  const effect = isNote ? '' : status === 'human' ? taken : say(effects[status]);
  const isEmpty = isBlank(text) && (isNote || files.all.length === 0);

  /** For buttons that disappear or are disabled when they are pressed: then, the next letters would be shortcuts. */
  const focusField = () => form.current?.querySelector('textarea')?.focus();
  const focus = (next: Kind) => {
    setKind(next);
    focusField();
  };
  useKindKeys(focus);

  const send = async () => {
    if (isEmpty || act.isPending || isBlocked) return;
    setFault(null);
    try {
      const sent = isNote ? [] : files.all;
      const attachments = sent.flatMap(({ id: fileId }) => fileId ?? []);
      // As in the visitors' chat: every message has a text.
      const content = isBlank(text) ? sent.map((file) => file.name).join(', ') : text.trim();
      await act.mutateAsync({
        act: isNote ? 'notes' : 'messages',
        body: attachments.length === 0 ? { content } : { content, attachments },
      });
      // What was written or chosen in the meantime belongs to the next message.
      for (const { key } of sent) files.remove(key);
      if (!isNote) suggestion.forget();
      clearText(text);
      onSent?.();
    } catch (error) {
      setFault(error);
    }
  };
  const onText = (next: string) => {
    // Once the chat is active again, a note that was begun must not become a reply.
    setKind(kind);
    setText(next);
    if (!isNote && status === 'human' && next !== '') showTyping();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.shiftKey || isComposing(event)) return;
    const isOfList = choice.onKey(event);
    if (!isOfList && event.key !== 'Enter') return;
    event.preventDefault();
    if (!isOfList) void send();
  };

  return (
    <form
      ref={form}
      class={isNote ? 'composer composer-note' : 'composer'}
      {...(isNote || !canAttach ? {} : takeFiles(files.add))}
      onSubmit={(event) => {
        event.preventDefault();
        focusField();
        void send();
      }}
    >
      {obstacle !== undefined ? <Banner>{sayFault(obstacle)}</Banner> : <KindButtons kind={kind} onKind={focus} />}
      <SavedReplyList
        choice={choice}
        onChoose={(reply) => {
          choose(reply);
          focusField();
        }}
      />
      <TextArea
        rows={2}
        aria-label={say(isNote ? 'note' : 'reply')}
        placeholder={say(isNote ? 'notePlaceholder' : 'replyPlaceholder')}
        maxLength={32_000}
        value={text}
        readOnly={!isNote && suggestion.isPending}
        onValue={onText}
        onKeyDown={onKeyDown}
      />
      {isNote ? null : <AttachedFiles files={files} onChanged={focusField} />}
      <Failure error={fault} />
      <div class="composer-foot">
        <span class="meta">{effect}</span>
        {isNote || !canAttach ? null : (
          <>
            {picker.input}
            <IconButton label={say('attach')} icon={Paperclip} onClick={picker.open} />
          </>
        )}
        {isNote ? null : (
          <SuggestionButtons
            suggestion={suggestion}
            disabled={act.isPending}
            onPressed={() => {
              setFault(null);
              focusField();
            }}
          />
        )}
        <Button
          type="submit"
          look="primary"
          icon={isNote ? StickyNote : Send}
          busy={act.isPending}
          disabled={isEmpty || isBlocked}
        >
          {say(isNote ? 'addNote' : 'send')}
        </Button>
      </div>
    </form>
  );
}

/** Milliseconds between two reads of whether the chat is paused; the stream of conversations doesn't report it. */
const statusMs = 5_000;

/** The code of the reason why the visitor of a chat can't read messages now; undefined if there is none. */
function useObstacle(chatId: string): 'chat_deleted' | 'chat_paused' | undefined {
  const isDeleted = chatInterfaces.useIsDeleted(chatId);
  const chat = chatInterfaces.useOne(chatId, { refetchInterval: statusMs });
  if (isDeleted) return 'chat_deleted';
  return chat.data?.status === 'paused' ? 'chat_paused' : undefined;
}

/** `r` and `n` begin a reply and a note, unless somebody is typing. */
function useKindKeys(onKind: (kind: Kind) => void): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (hasModifier(event) || isTyping(event.target)) return;
      if (event.key !== 'r' && event.key !== 'n') return;
      event.preventDefault();
      onKind(event.key === 'r' ? 'reply' : 'note');
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, [onKind]);
}

function KindButtons({ kind, onKind }: { kind: Kind; onKind: (kind: Kind) => void }) {
  const say = useTexts(conversationTexts);
  return (
    <div class="composer-kinds" role="group" aria-label={say('composerKind')}>
      {(['reply', 'note'] as const).map((name) => (
        <button key={name} type="button" class="chip" aria-pressed={kind === name} onClick={() => onKind(name)}>
          {say(name)}
        </button>
      ))}
    </div>
  );
}
