import { useState } from 'preact/hooks';
import { useSignIn, type SignInWay } from '../data/session.ts';
import { useTexts } from '../text/use-texts.ts';
import { Button } from '../ui/button.tsx';
import { Field, TextInput } from '../ui/field.tsx';
import { signInTexts } from './texts.ts';
import { useRefusalText } from './use-refusal-text.ts';

type FieldName = 'name' | 'email' | 'password' | 'api_key';

type Values = Readonly<Partial<Record<FieldName, string>>>;

const none: Values = {};

interface CredentialsFormProps {
  way: SignInWay;
  fields: readonly FieldName[];
  /** Sent beside the fields: the token of a link. */
  token?: string;
  action: string;
  /** Values that are known: those of the fields, and others that are sent beside them. */
  initial?: Values;
  /** The account's e-mail address, which is shown, for password managers too, and not sent. */
  email?: string | undefined;
  onSignedIn?: () => void;
}

const labels = { name: 'name', email: 'email', password: 'password', api_key: 'key' } as const;
const types = { name: 'text', email: 'email', password: 'password', api_key: 'password' } as const;

/** The fields of one way to sign in. They keep their input if the server rejects it. */
export function CredentialsForm({
  way,
  fields,
  token,
  action,
  initial = none,
  email,
  onSignedIn,
}: CredentialsFormProps) {
  const say = useTexts(signInTexts);
  const refusalText = useRefusalText(way);
  const signIn = useSignIn(way);
  const [values, setValues] = useState<Values>(initial);
  const isNew = token !== undefined;

  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const body = { ...values, ...(token === undefined ? {} : { token }) };
    // A callback of `mutate` would be lost if the refreshed session replaces this form. The error is shown below.
    void signIn.mutateAsync(body).then(onSignedIn, () => undefined);
  };
  // Of a form that knows a part, the first field that is left. One that knows nothing begins with its first field anyway.
  const knowsPart = email !== undefined || fields.some((name) => initial[name] !== undefined);
  const open = knowsPart ? fields.find((name) => initial[name] === undefined) : undefined;
  const refusal = signIn.error === null ? undefined : refusalText(signIn.error);

  return (
    <form class="sign-in-form" onSubmit={submit}>
      {email === undefined ? null : (
        <Field label={say('email')}>
          {(field) => (
            <TextInput {...field} type="email" readOnly value={email} onValue={() => {}} autoComplete="username" />
          )}
        </Field>
      )}
      {fields.map((name) => (
        <Field
          key={name}
          label={say(labels[name])}
          error={refusal?.fields[name]}
          {...(name === 'password' && isNew ? { help: say('passwordHelp') } : {})}
          {...(name === 'api_key' ? { help: say('keyHelp') } : {})}
        >
          {(field) => (
            <TextInput
              {...field}
              type={types[name]}
              name={name}
              required
              value={values[name] ?? ''}
              onValue={(value) => setValues((before) => ({ ...before, [name]: value }))}
              {...(name === 'password' && isNew ? { minLength: 12, maxLength: 200 } : {})}
              {...(name === open ? { autoFocus: true } : {})}
              autoComplete={autoCompleteOf(name, isNew)}
            />
          )}
        </Field>
      ))}
      {refusal?.general === undefined ? null : (
        <p class="fault" role="alert">
          {refusal.general}
        </p>
      )}
      <Button type="submit" look="primary" busy={signIn.isPending} class="button-block">
        {action}
      </Button>
    </form>
  );
}

function autoCompleteOf(name: FieldName, isNew: boolean): string {
  if (name === 'password') return isNew ? 'new-password' : 'current-password';
  return { name: 'name', email: 'username', api_key: 'off' }[name];
}
