import type { Agent } from '@portico/shared-types/api/agents';
import { useCan } from '../../../data/session.ts';
import { agentVersions } from '../../../data/versions.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { VersionsTab } from '../../../versions/versions-tab.tsx';
import { agentTexts } from '../texts.ts';
import { fieldTitles } from './field-titles.ts';

/** Fields that follow from others, or that no version keeps. */
const unkept = ['available_tools', 'warnings', 'status'];

/** The saved versions of an agent. */
export function AgentVersions({ agent }: { agent: Agent }) {
  const say = useTexts(agentTexts);
  return (
    <VersionsTab
      help={say('versionsHelp')}
      resource={agentVersions}
      current={agent}
      canWrite={useCan('agents:write')}
      fieldTitles={fieldTitles}
      unkept={unkept}
    />
  );
}
