import { useSignedIn } from '../../data/session.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Page } from '../../ui/page.tsx';
import { homeTexts } from './texts.ts';
import { Totals } from './totals.tsx';

/** Where a member begins: what there is, and what needs them. */
export default function HomeScreen() {
  const say = useTexts(homeTexts);
  const me = useSignedIn();
  const name = me.user?.name.split(' ')[0];
  return (
    <Page
      title={name === undefined ? say('title') : say('welcome', { name })}
      purpose={say('purpose', { workspace: me.workspace?.name ?? '' })}
    >
      <Totals />
    </Page>
  );
}
