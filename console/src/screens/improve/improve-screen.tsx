import { Redirect, Route, Switch } from 'wouter';
import { useTexts } from '../../text/use-texts.ts';
import { Page } from '../../ui/page.tsx';
import { LinkTabs } from '../../ui/tabs.tsx';
import { FiguresTab } from './figures-tab.tsx';
import './improve.css';
import { QuestionsTab } from './questions/questions-tab.tsx';
import { improveTexts } from './texts.ts';
import { UsageTab } from './usage-tab.tsx';

/** Unanswered questions, statistics of conversations, and costs. */
export default function ImproveScreen() {
  const say = useTexts(improveTexts);
  return (
    <Page title={say('title')} purpose={say('purpose')} wide>
      <LinkTabs
        label={say('title')}
        tabs={[
          { href: '/improve', title: say('questions') },
          { href: '/improve/figures', title: say('figures') },
          { href: '/improve/usage', title: say('usage') },
        ]}
      />
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
