import { useTexts } from '../text/use-texts.ts';
import { CodeBox } from '../ui/code-box.tsx';
import { signInTexts } from './texts.ts';

/** The command that prints a link for a new password, after a text that says so. */
export function PasswordLink({ text }: { text: 'newPasswordLink' | 'forgottenText' }) {
  const say = useTexts(signInTexts);
  return (
    <>
      <p>{say(text)}</p>
      <CodeBox label={say(text)}>npm run portico -- console link --email ADDRESS</CodeBox>
    </>
  );
}
