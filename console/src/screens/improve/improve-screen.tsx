import type { ComponentChildren } from 'preact';
import { Route, Switch } from 'wouter';
import { NothingHere } from '../../app/nothing-here.tsx';
import { useSayText, useTexts } from '../../text/use-texts.ts';
import { Page } from '../../ui/page.tsx';
import { LinkTabs } from '../../ui/tabs.tsx';
import { FiguresTab } from './figures-tab.tsx';
import './improve.css';
import { parts } from './parts.ts';
import { QuestionsTab } from './questions/questions-tab.tsx';
import { improveTexts } from './texts.ts';
import { UsageTab } from './usage-tab.tsx';

/** Unanswered questions, statistics of conversations, and costs. */
export default function ImproveScreen() {
  return (
    <Switch>
      <Route path="/improve/figures">
        <ImproveFrame>
          <FiguresTab />
        </ImproveFrame>
      </Route>
      <Route path="/improve/usage">
        <ImproveFrame>
          <UsageTab />
        </ImproveFrame>
      </Route>
      <Route path="/improve/questions/:id">
        {({ id }) => (
          <ImproveFrame>
            <QuestionsTab opened={id} />
          </ImproveFrame>
        )}
      </Route>
      <Route path="/improve">
        <ImproveFrame>
          <QuestionsTab opened={undefined} />
        </ImproveFrame>
      </Route>
      <Route>
        <NothingHere />
      </Route>
    </Switch>
  );
}

function ImproveFrame({ children }: { children: ComponentChildren }) {
  const say = useTexts(improveTexts);
  const sayText = useSayText();
  return (
    <Page title={say('title')} purpose={say('purpose')} wide>
      <LinkTabs label={say('title')} tabs={parts.map(({ path, title }) => ({ href: path, title: sayText(title) }))} />
      {children}
    </Page>
  );
}
