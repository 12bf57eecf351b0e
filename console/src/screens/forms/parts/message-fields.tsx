import { TextField } from '../../../form/fields.tsx';
import { textOf, useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Switch } from '../../../ui/field.tsx';
import { formTexts } from '../texts.ts';

/**
 * Whether the form asks for a message, and the texts of that field. A form with questions shows it if it has a label or
 * a placeholder, and one without questions always does: the rule of `hasMessage` in the form app.
 */
export function MessageFields() {
  const say = useTexts(formTexts);
  const questions = useField('fields').value;
  const label = useField('input_label');
  const placeholder = useField('input_placeholder');
  const isOnly = !Array.isArray(questions) || questions.length === 0;
  const isAsked = isOnly || textOf(label.value) !== '' || textOf(placeholder.value) !== '';
  const setAsked = (asked: boolean) => {
    label.set(asked ? say('messageLabel') : null);
    if (!asked) placeholder.set(null);
  };
  return (
    <>
      <Switch
        name="asks_message"
        label={say('asksMessage')}
        help={say(isOnly ? 'asksMessageAlways' : 'asksMessageHelp')}
        checked={isAsked}
        disabled={label.disabled || isOnly}
        onValue={setAsked}
      />
      {isAsked ? (
        <>
          <TextField name="input_label" label={say('inputLabel')} nullable />
          <TextField name="input_placeholder" label={say('inputPlaceholder')} nullable />
        </>
      ) : null}
    </>
  );
}
