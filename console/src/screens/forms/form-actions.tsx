import type { FormInterface } from '@portico/shared-types/api/form-interfaces';
import { useLocation } from 'wouter';
import { forms } from '../../data/forms.ts';
import { useTexts } from '../../text/use-texts.ts';
import { PublicPageActions } from '../../ui/public-page-actions.tsx';
import { useToaster } from '../../ui/toaster.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { useListAddress } from '../../ui/visited-lists.ts';
import { formTexts } from './texts.ts';

export function FormActions({ form, canWrite }: { form: FormInterface; canWrite: boolean }) {
  const say = useTexts(formTexts);
  const [, navigate] = useLocation();
  const list = useListAddress('/forms');
  const toaster = useToaster();
  const update = forms.useUpdate(form.id, {
    onDone: (_, { status }) => toaster.done(say(status === 'paused' ? 'pausedDone' : 'resumed')),
    onFailed: useReportFailure(),
  });
  const remove = forms.useRemove();
  const count = form.stats.submissions;
  return (
    <PublicPageActions
      href={`/forms/${form.slug}`}
      isPaused={form.status === 'paused'}
      canWrite={canWrite}
      busy={update.isPending}
      onStatus={(status) => update.mutate({ status })}
      deletion={{
        action: say('deleteAction'),
        title: say('deleteTitle', { name: form.title }),
        text: count === 0 ? say('deleteUnusedText') : say('deleteText', { count }),
        word: count > 0 ? form.slug : undefined,
        onDelete: async () => {
          await remove.mutateAsync(form.id);
          navigate(list, { replace: true });
        },
      }}
    />
  );
}
