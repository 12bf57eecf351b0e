import type { Agent } from '@portico/shared-types/api/agents';
import { agents } from '../../data/agents.ts';
import { useCan } from '../../data/session.ts';
import { DraftForm } from '../../form/draft-form.tsx';
import { useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Page } from '../../ui/page.tsx';
import { LinkTabs, toTabLinks } from '../../ui/tabs.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { versionTexts } from '../../versions/texts.ts';
import { AgentMenu } from './agent-menu.tsx';
import { KnowledgeSection } from './knowledge-section.tsx';
import { ModelSection } from './model-section.tsx';
import { PromptSection } from './prompt-section.tsx';
import { agentTexts } from './texts.ts';
import { ToolsSection } from './tools/tools-section.tsx';
import { TrialChat } from './trial/trial-chat.tsx';
import { AgentVersions } from './versions/agent-versions.tsx';

export const agentTabs = ['setup', 'tools', 'versions'] as const;
export type AgentTab = (typeof agentTabs)[number];

export function AgentPage({ id, tab }: { id: string; tab: AgentTab }) {
  const say = useTexts(agentTexts);
  const agent = agents.useOne(id);
  return (
    <LoadedPage query={agent} title={say('agents')}>
      {(loaded) => <AgentSettings agent={loaded} tab={tab} />}
    </LoadedPage>
  );
}

function AgentSettings({ agent, tab }: { agent: Agent; tab: AgentTab }) {
  const say = useTexts(agentTexts);
  const sayUi = useTexts(uiTexts);
  const sayVersion = useTexts(versionTexts);
  const canWrite = useCan('agents:write');
  const update = agents.useUpdate(agent.id, { quick: true });
  const read = agents.useRead(agent.id);
  return (
    <Page
      title={agent.name}
      wide
      back={{ href: '/agents', title: say('agents') }}
      actions={canWrite ? <AgentMenu agent={agent} /> : undefined}
    >
      <LinkTabs
        label={agent.name}
        tabs={toTabLinks<AgentTab>(`/agents/${agent.id}`, {
          setup: { title: say('setup') },
          tools: { title: say('tools'), count: agent.tools.length },
          versions: { title: sayVersion('versions') },
        })}
      />
      {canWrite ? null : <Banner>{sayUi('readOnly')}</Banner>}
      {agent.status === 'archived' ? <Banner tone="wait">{say('archivedText')}</Banner> : null}
      <div class="beside">
        <DraftForm
          name={`agents/${agent.id}`}
          saved={agent}
          save={async (changes) => update.mutateAsync(changes)}
          read={read}
          readOnly={!canWrite}
        >
          {tab === 'tools' ? <ToolsSection agent={agent} /> : null}
          {tab === 'versions' ? <AgentVersions agent={agent} /> : null}
          {tab === 'setup' ? (
            <div>
              <PromptSection />
              <ModelSection />
              <KnowledgeSection />
            </div>
          ) : null}
        </DraftForm>
        <aside aria-label={say('trial')}>
          <TrialChat agent={agent} />
        </aside>
      </div>
    </Page>
  );
}
