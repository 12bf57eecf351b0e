import type { Conversation } from '@portico/shared-types/api/conversations';
import { ChevronLeft, Info, UserPlus } from 'lucide-react';
import { useEffect } from 'preact/hooks';
import { Link } from 'wouter';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { type Act, useAct, useAssignees } from '../../data/conversations.ts';
import { useCan } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, IconButton } from '../../ui/button.tsx';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { AssignedTo } from './assigned-to.tsx';
import { hasModifier, isTyping } from './list/is-typing.ts';
import { nameOf, tones } from './names.ts';
import { conversationTexts } from './texts.ts';
import { useAddresses } from '../../ui/use-addresses.ts';
import { useTabTitle } from '../../ui/tab-title.ts';
import { useHeading } from '../../ui/use-heading.ts';
import { useReportFailureIn } from './use-report-failure-in.ts';

/** The actions in each state, the main one last. */
const acts: Record<Conversation['status'], readonly ('accept' | 'return' | 'close' | 'reopen')[]> = {
  bot: ['close', 'accept'],
  waiting: ['return', 'close', 'accept'],
  human: ['return', 'close'],
  closed: ['reopen'],
};

export function ConversationHead({ conversation, onVisitor }: { conversation: Conversation; onVisitor: () => void }) {
  const say = useTexts(conversationTexts);
  const heading = useHeading();
  const name = nameOf(conversation, say);
  useTabTitle(name);
  const addressOf = useAddresses('/conversations');
  const canWrite = useCan('conversations:write');
  const act = useAct(conversation.id, { onFailed: useReportFailureIn(conversation) });
  const { status, assignee } = conversation;
  const isDeleted = chatInterfaces.useIsDeleted(conversation.interface.id);
  // Nobody can answer the visitor of a deleted chat.
  const offered = acts[status].filter((name) => name !== 'accept' || !isDeleted);
  const run = (name: Act, body?: object) => act.mutate({ act: name, ...(body === undefined ? {} : { body }) });

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'e' || hasModifier(event) || isTyping(event.target)) return;
      if (canWrite && status !== 'closed') run('close');
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  });

  return (
    <header class="talk-head">
      <Link href={addressOf()} className="talk-back" aria-label={say('conversations')}>
        <ChevronLeft size={20} aria-hidden="true" />
      </Link>
      <div class="talk-title">
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{name}</bdi>
        </h2>
        <span class="line">
          <Badge tone={tones[status]}>{say(status)}</Badge>
          {assignee === null ? null : <AssignedTo name={assignee.name} />}
        </span>
      </div>
      <div class="talk-icons">
        {canWrite && status !== 'closed' ? <AssignMenu onAssign={(id) => run('assign', { member_id: id })} /> : null}
        <IconButton label={say('showVisitor')} icon={Info} onClick={onVisitor} />
      </div>
      <div class="talk-acts">
        {canWrite
          ? offered.map((name) => (
              <Button
                key={name}
                look={name === 'accept' ? 'primary' : 'secondary'}
                busy={act.isPending && act.variables.act === name}
                onClick={() => run(name)}
              >
                {say(name)}
              </Button>
            ))
          : null}
      </div>
    </header>
  );
}

function AssignMenu({ onAssign }: { onAssign: (id: string) => void }) {
  const say = useTexts(conversationTexts);
  const { data = [] } = useAssignees(true);
  return (
    <Menu trigger={<IconButton label={say('assign')} icon={UserPlus} />}>
      {data.map(({ id, name, presence }) => (
        <MenuItem key={id} onSelect={() => onAssign(id)}>
          <bdi>{name}</bdi> <span class="meta">{say(presence)}</span>
        </MenuItem>
      ))}
    </Menu>
  );
}
