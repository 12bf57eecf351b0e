import { useState } from 'preact/hooks';
import { ApiError } from '../../../api/api-error.ts';
import { useUpdateMe } from '../../../data/settings.ts';
import { useFaultText } from '../../../form/use-fault-text.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { useIsShown } from '../../../ui/use-is-shown.ts';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { accountTexts } from './texts.ts';

const empty = { current_password: '', password: '' };

export function PasswordForm() {
  const say = useTexts(accountTexts);
  const faultText = useFaultText();
  const toaster = useToaster();
  const isShown = useIsShown();
  const report = useReportFailure();
  const [values, setValues] = useState(empty);
  const update = useUpdateMe({
    onDone: () => {
      setValues(empty);
      toaster.done(say('changed'));
    },
    onFailed: (error) => {
      if (!isShown()) report(error);
    },
  });
  const faults = update.error instanceof ApiError ? update.error.fields : [];
  const faultOf = (name: keyof typeof empty) => {
    const fault = faults.find(({ path }) => path === name);
    return fault === undefined ? undefined : faultText(fault);
  };
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const { current_password: current, password } = values;
    update.mutate({ password, ...(current === '' ? {} : { current_password: current }) });
  };
  return (
    <form class="stack" onSubmit={submit}>
      <Field label={say('current')} help={say('currentHelp')} error={faultOf('current_password')}>
        {(links) => (
          <TextInput
            {...links}
            type="password"
            autoComplete="current-password"
            value={values.current_password}
            onValue={(value) => setValues({ ...values, current_password: value })}
          />
        )}
      </Field>
      <Field label={say('next')} help={say('nextHelp')} error={faultOf('password')}>
        {(links) => (
          <TextInput
            {...links}
            type="password"
            required
            minLength={12}
            maxLength={200}
            autoComplete="new-password"
            value={values.password}
            onValue={(password) => setValues({ ...values, password })}
          />
        )}
      </Field>
      <Failure error={faults.length > 0 ? null : update.error} />
      <div>
        <Button type="submit" busy={update.isPending}>
          {say('change')}
        </Button>
      </div>
    </form>
  );
}
