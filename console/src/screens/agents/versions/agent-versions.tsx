import type { Agent } from '@portico/shared-types/api/agents';
import { useCan } from '../../../data/session.ts';
import { agentVersions } from '../../../data/versions.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { useListState } from '../../../ui/use-list-state.ts';
import { VersionsTab } from '../../../versions/versions-tab.tsx';
import { agentTexts } from '../texts.ts';
import { fieldTitles } from './field-titles.ts';

/** Fields that follow from others, or that no version keeps. */
const unkept = ['available_tools', 'warnings', 'status'];

/** The saved versions of an agent. */
export function AgentVersions({ agent }: { agent: Agent }) {
  const say = useTexts(agentTexts);
  const { page, setPage } = useListState();
  const list = agentVersions.useList(agent.id, { page });
  const restore = agentVersions.useRestore(agent.id);
  return (
    <VersionsTab
      help={say('versionsHelp')}
      list={list}
      page={page}
      onPage={setPage}
      current={agent}
      canWrite={useCan('agents:write')}
      restore={async (version) => restore.mutateAsync(version)}
      fieldTitles={fieldTitles}
      unkept={unkept}
    />
  );
}
