import type { Agent } from '@portico/shared-types/api/agents';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { agents } from '../../data/agents.ts';
import { chatInterfaces } from '../../data/chat-interfaces.ts';
import { useCan } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Confirm } from '../../ui/confirm.tsx';
import { MenuItem } from '../../ui/menu.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { useListAddress } from '../../ui/visited-lists.ts';
import { agentTexts } from './texts.ts';

/** Archives, reactivates or deletes an agent. */
export function AgentMenu({ agent }: { agent: Agent }) {
  const say = useTexts(agentTexts);
  const [, navigate] = useLocation();
  const list = useListAddress('/agents');
  const reactivate = agents.useUpdate(agent.id, { onFailed: useReportFailure() });
  const archive = agents.useUpdate(agent.id);
  const remove = agents.useRemove();
  const [isArchiving, setArchiving] = useState(false);
  return (
    <>
      <MoreMenu
        action={say('deleteAction')}
        title={say('deleteTitle', { name: agent.name })}
        text={say('deleteText')}
        onDelete={async () => {
          await remove.mutateAsync(agent.id);
          navigate(list, { replace: true });
        }}
      >
        {agent.status === 'archived' ? (
          <MenuItem onSelect={() => reactivate.mutate({ status: 'active' })}>{say('unarchive')}</MenuItem>
        ) : (
          <MenuItem onSelect={() => setArchiving(true)}>{say('archive')}</MenuItem>
        )}
      </MoreMenu>
      <Confirm
        open={isArchiving}
        onClose={() => setArchiving(false)}
        title={say('archiveTitle', { name: agent.name })}
        text={say('archiveText')}
        action={say('archive')}
        onConfirm={async () => archive.mutateAsync({ status: 'archived' })}
      >
        <ChatsOf agentId={agent.id} />
      </Confirm>
    </>
  );
}

/** The chats in which nobody answers while the agent is archived. */
function ChatsOf({ agentId }: { agentId: string }) {
  const say = useTexts(agentTexts);
  const chats = chatInterfaces.useAll({ enabled: useCan('interfaces:read') });
  const names = (chats.data ?? []).filter((chat) => chat.agent_id === agentId).map(({ name }) => name);
  if (names.length === 0) return null;
  return (
    <p>
      {say('archivedChats')} <bdi>{names.join(', ')}</bdi>
    </p>
  );
}
