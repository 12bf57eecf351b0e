import type { PublicForm, PublicFormField } from '@portico/shared-types/api/public-forms';
import { useEffect, useMemo, useState } from 'preact/hooks';
import { ExtraField } from '../../fields/extra-field.tsx';
import { FilesField } from '../../fields/files-field.tsx';
import { MessageField } from '../../fields/message-field.tsx';
import { UrlsField } from '../../fields/urls-field.tsx';
import { hasMessage, splitFields } from '../../store/form/check-form.ts';
import type { FormStore } from '../../store/form/form-store.ts';
import { sayNotice } from '../../store/notice.ts';
import { useStore } from '../../store/use-store.ts';
import { useTexts } from '../../text/texts-context.ts';
import { ErrorSummary } from './error-summary.tsx';
import { Intro } from '../../ui/intro.tsx';
import { LimitNotice } from '../../ui/limit-notice.tsx';
import type { Sending } from '../../store/form/submit-slice.ts';
import { Icon } from '../../ui/icon.tsx';

export interface FormPageProps {
  form: PublicForm;
  store: FormStore;
  isFirst: boolean;
  onStartOver(): void;
}

/** The form to fill in. */
export function FormPage({ form, store, isFirst, onStartOver }: FormPageProps) {
  const texts = useTexts();
  const state = useStore(store, (state) => state);
  const [isRestored, setRestored] = useState(store.isRestored);
  const labels = useMemo(
    () => labelFields(form, texts.say('messageLabel'), texts.say('filesLabel'), texts.say('urlsLabel')),
    [form, texts],
  );
  useEffect(() => () => store.close(), [store]);

  const errorOf = (field: string) => {
    const problem = state.problems.find((problem) => problem.field === field);
    return problem === undefined ? null : sayNotice(texts, problem.notice);
  };
  const { upper, lower } = splitFields(form, state.hidden);
  const drawField = (field: PublicFormField) => (
    <ExtraField
      key={field.name}
      field={field}
      value={state.inputs[field.name] ?? ''}
      error={errorOf(`inputs.${field.name}`)}
      onChange={(value) => state.setInput(field.name, value)}
    />
  );
  const submit = (event: Event) => {
    event.preventDefault();
    setRestored(false);
    void state.submit();
  };
  return (
    <>
      <Intro title={form.title} description={form.description} takesFocus={!isFirst} />
      <ErrorSummary problems={state.problems} attempt={state.failures} labelOf={(field) => labels.get(field) ?? null} />
      {isRestored && state.problems.length === 0 && (
        <p class="notice">
          <span>{texts.say('draftKept')}</span>
          <button type="button" class="link" onClick={onStartOver}>
            {texts.say('startOver')}
          </button>
        </p>
      )}
      <form class="form" noValidate onSubmit={submit} aria-label={form.title}>
        {hasMessage(form) && (
          <MessageField
            label={labels.get('message') ?? ''}
            placeholder={form.inputPlaceholder}
            value={state.message}
            error={errorOf('message')}
            onText={state.setMessage}
            onSubmit={() => void state.submit()}
          />
        )}
        {upper.map(drawField)}
        {form.allowFileUpload && (
          <FilesField
            form={form}
            label={labels.get('files') ?? ''}
            files={state.files}
            notice={state.filesNotice}
            error={errorOf('files')}
            onAdd={state.addFiles}
            onRemove={state.removeFile}
            onRemoveRefused={state.removeRefused}
            onRetry={state.retryFile}
            onChooseAgain={state.chooseAgain}
          />
        )}
        {form.allowUrlInput && (
          <UrlsField
            label={labels.get('urls') ?? ''}
            urls={state.urls}
            text={state.urlText}
            notice={state.urlNotice}
            error={errorOf('urls')}
            onText={state.setUrlText}
            onAdd={state.addUrls}
            onRemove={state.removeUrl}
          />
        )}
        {lower.map(drawField)}
        {state.limit !== null && <LimitNotice limit={state.limit} onEnd={state.endLimit} />}
        <SubmitButton form={form} sending={state.sending} isLimited={state.limit !== null} onPress={submit} />
      </form>
    </>
  );
}

function labelFields(form: PublicForm, message: string, files: string, urls: string): Map<string, string> {
  // The default of the API is in English for everybody.
  const label = form.fileUploadLabel === 'Upload files' ? null : form.fileUploadLabel;
  return new Map([
    ['message', form.inputLabel ?? message],
    ['files', label ?? files],
    ['urls', form.urlInputLabel ?? urls],
    ...form.fields.map(({ name, label }): [string, string] => [`inputs.${name}`, label]),
  ]);
}

interface SubmitButtonProps {
  form: PublicForm;
  sending: Sending;
  isLimited: boolean;
  /** Also for the Enter key in a field. */
  onPress(event: Event): void;
}

/**
 * Stays focusable while it is submitting, so that the keyboard position isn't lost; the store ignores a second press.
 * A sandboxed frame without `allow-forms` gets the press, but no event `submit`. That event comes alone if a program such
 * as a password manager submits the form.
 */
function SubmitButton({ form, sending, isLimited, onPress }: SubmitButtonProps) {
  const texts = useTexts();
  const isBusy = sending !== 'idle';
  const text = {
    idle: form.submitButtonText ?? texts.say('submit'),
    waiting: texts.say('waitingForFiles'),
    sending: form.submitLoadingText ?? texts.say('submitting'),
  }[sending];
  return (
    <div class="actions">
      <button
        type="submit"
        class="button button-main"
        aria-disabled={isBusy || isLimited}
        aria-busy={isBusy}
        onClick={onPress}
      >
        {isBusy && <span class="spinner" />}
        <bdi dir="auto">{text}</bdi>
        {!isBusy && <Icon name="arrow" />}
      </button>
    </div>
  );
}
