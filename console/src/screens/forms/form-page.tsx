import type { FormInterface } from '@portico/shared-types/api/form-interfaces';
import { languages } from '@portico/shared-types/languages/lists/languages';
import { forms } from '../../data/forms.ts';
import { usePreview } from '../../data/preview.ts';
import { useCan } from '../../data/session.ts';
import { useDraft } from '../../form/draft-context.ts';
import { DraftForm } from '../../form/draft-form.tsx';
import { useLanguage, useTexts } from '../../text/use-texts.ts';
import { Banner } from '../../ui/banner.tsx';
import { LoadedPage } from '../../ui/loaded-page.tsx';
import { Page } from '../../ui/page.tsx';
import { PreviewFrame } from '../../ui/preview-frame.tsx';
import { LinkTabs, toTabLinks } from '../../ui/tabs.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { FormActions } from './form-actions.tsx';
import { InstallTab } from './install/install-tab.tsx';
import { FieldsTab } from './parts/fields-tab.tsx';
import { SettingsTab } from './parts/settings-tab.tsx';
import { TargetTab } from './parts/target-tab.tsx';
import { SubmissionsTab } from './submissions/submissions-tab.tsx';
import { formTexts } from './texts.ts';

export const formTabs = ['fields', 'target', 'settings', 'install', 'submissions'] as const;
export type FormTab = (typeof formTabs)[number];

interface FormPageProps {
  id: string;
  tab: FormTab;
  submission: string | undefined;
}

export function FormPage({ id, tab, submission }: FormPageProps) {
  const say = useTexts(formTexts);
  const form = forms.useOne(id);
  return (
    <LoadedPage query={form} title={say('forms')}>
      {(loaded) => <FormTabs form={loaded} tab={tab} submission={submission} />}
    </LoadedPage>
  );
}

function FormTabs({ form, tab, submission }: { form: FormInterface } & Omit<FormPageProps, 'id'>) {
  const say = useTexts(formTexts);
  const sayUi = useTexts(uiTexts);
  const canWrite = useCan('interfaces:write');
  const update = forms.useUpdate(form.id, { quick: true });
  const read = forms.useRead(form.id);
  return (
    <Page
      title={form.title}
      wide
      back={{ href: '/forms', title: say('forms') }}
      actions={<FormActions form={form} canWrite={canWrite} />}
    >
      <LinkTabs
        label={form.title}
        tabs={toTabLinks<FormTab>(`/forms/${form.id}`, {
          fields: { title: say('fields') },
          target: { title: say('target') },
          settings: { title: say('settings') },
          install: { title: say('install') },
          submissions: { title: say('submissions'), count: form.stats.submissions },
        })}
      />
      {canWrite || tab === 'submissions' ? null : <Banner>{sayUi('readOnly')}</Banner>}
      {tab === 'submissions' ? <SubmissionsTab form={form} opened={submission} /> : null}
      <DraftForm
        name={`form-interfaces/${form.id}`}
        saved={form}
        save={async (changes) => update.mutateAsync(changes)}
        read={read}
        readOnly={!canWrite}
      >
        {tab === 'submissions' ? null : (
          <div class={canWrite ? 'beside beside-preview' : ''}>
            <div>
              {tab === 'fields' ? <FieldsTab /> : null}
              {tab === 'target' ? <TargetTab formId={form.id} /> : null}
              {tab === 'settings' ? <SettingsTab /> : null}
              {tab === 'install' ? <InstallTab form={form} /> : null}
            </div>
            {canWrite ? (
              <aside aria-label={say('preview')}>
                <FormPreview form={form} />
              </aside>
            ) : null}
          </div>
        )}
      </DraftForm>
    </Page>
  );
}

/** The real form with the edited settings. */
function FormPreview({ form }: { form: FormInterface }) {
  const { changes } = useDraft();
  const { language } = useLanguage();
  const preview = usePreview('form-interfaces', form, changes);
  const names = new Intl.DisplayNames(language, { type: 'language' });
  return (
    <PreviewFrame
      isTall
      page={`/forms/${form.slug}`}
      query={{}}
      preview={preview}
      locales={languages.map((value) => ({ value, label: names.of(value) ?? value }))}
    />
  );
}
