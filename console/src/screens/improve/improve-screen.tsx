import { Redirect, Route, Switch } from 'wouter';
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
  const say = useTexts(improveTexts);
  const sayText = useSayText();
  return (
    <Page title={say('title')} purpose={say('purpose')} wide>
      <LinkTabs label={say('title')} tabs={parts.map(({ path, title }) => ({ href: path, title: sayText(title) }))} />
      <Switch>
        <Route path="/improve/figures">
          <FiguresTab />
        </Route>
        <Route path="/improve/usage">
          <UsageTab />
        </Route>
        <Route path="/improve/questions/:id">{({ id }) => <QuestionsTab opened={id} />}</Route>
        <Route path="/improve">
          <QuestionsTab opened={undefined} />
        </Route>
        <Route>
          <Redirect to="/improve" />
        </Route>
      </Switch>
    </Page>
  );
}
