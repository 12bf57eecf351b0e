import { useSignedIn } from '../../../data/session.ts';
import { useUpdateMe } from '../../../data/settings.ts';
import { DraftForm } from '../../../form/draft-form.tsx';
import { TextField } from '../../../form/fields.tsx';
import { Section } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { PasskeyList } from './passkey-list.tsx';
import { PasswordForm } from './password-form.tsx';
import { SessionList } from './session-list.tsx';
import { accountTexts } from './texts.ts';

export default function AccountPart() {
  const say = useTexts(accountTexts);
  const { user, api_key: key } = useSignedIn();
  const update = useUpdateMe();
  if (user === null) return <Banner>{say('byKey', { name: key?.name ?? '' })}</Banner>;
  return (
    <div>
      <DraftForm
        name="me"
        owner="person"
        saved={user}
        save={async (changes) => (await update.mutateAsync(changes)).user}
      >
        <Section title={say('profile')} help={say('profileHelp')} reference="reference/people#me">
          <TextField name="name" label={say('name')} required />
          <Field label={say('email')} help={say('emailHelp')}>
            {(links) => <TextInput {...links} type="email" value={user.email} disabled onValue={() => {}} />}
          </Field>
          <TextField name="avatar_url" label={say('avatar')} help={say('avatarHelp')} type="url" nullable code />
        </Section>
      </DraftForm>
      <Section title={say('password')} help={say('passwordHelp')} reference="reference/people#signing-in">
        <PasswordForm />
      </Section>
      <Section title={say('passkeys')} help={say('passkeysHelp')} reference="people#ways-to-sign-in">
        <PasskeyList />
      </Section>
      <Section title={say('sessions')} help={say('sessionsHelp')} reference="people#sessions">
        <SessionList />
      </Section>
      <Section title={say('apps')} help={say('appsHelp')} reference="mcp#sign-in-with-oauth">
        <p>
          <a href="/oauth/grants">{say('showApps')}</a>
        </p>
      </Section>
    </div>
  );
}
