import { useSignedIn } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Page } from '../../ui/page.tsx';
import { FirstSteps } from './first-steps.tsx';
import { Needs } from './needs.tsx';
import { NotLoaded } from './not-loaded.tsx';
import { Spend } from './spend.tsx';
import { homeTexts } from './texts.ts';
import { Totals } from './totals.tsx';
import { useToday } from './use-today.ts';
import './home.css';

/** The home screen: the first steps, and items that need attention. */
export default function HomeScreen() {
  const say = useTexts(homeTexts);
  const me = useSignedIn();
  const { day: today } = useToday();
  const name = me.user?.name.split(' ')[0];
  // The workspace that the first start created still has its default name.
  const isNamed = me.workspace !== null && me.workspace.name !== 'default';
  return (
    <Page
      title={name === undefined ? say('title') : say('welcome', { name })}
      purpose={isNamed ? say('purpose', { workspace: me.workspace?.name ?? '' }) : say('purposeHere')}
    >
      <FirstSteps />
      <section class="stack" aria-labelledby="today">
        <h2 id="today">{say('today')}</h2>
        <Totals />
      </section>
      {/* Below the figures: they are only there if something failed, and would move them when it is known. */}
      <NotLoaded />
      <Needs />
      <Spend today={today} />
    </Page>
  );
}
