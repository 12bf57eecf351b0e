import type { FormInterface } from '@portico/shared-types/api/form-interfaces';
import { ExternalLink, Pause, Play } from 'lucide-react';
import { useLocation } from 'wouter';
import { forms } from '../../data/forms.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button } from '../../ui/button.tsx';
import { MoreMenu } from '../../ui/more-menu.tsx';
import { useReportFailure } from '../../ui/use-report-failure.ts';
import { useListAddress } from '../../ui/visited-lists.ts';
import { formTexts } from './texts.ts';

export function FormActions({ form, canWrite }: { form: FormInterface; canWrite: boolean }) {
  const say = useTexts(formTexts);
  const [, navigate] = useLocation();
  const list = useListAddress('/forms');
  const update = forms.useUpdate(form.id, { onFailed: useReportFailure() });
  const remove = forms.useRemove();
  const isPaused = form.status === 'paused';
  const count = form.stats.submissions;
  return (
    <>
      <a class="button button-secondary" href={`/forms/${form.slug}`} target="_blank" rel="noopener">
        <ExternalLink size={16} aria-hidden="true" />
        {say('open')}
      </a>
      {canWrite ? (
        <>
          <Button
            icon={isPaused ? Play : Pause}
            look={isPaused ? 'primary' : 'secondary'}
            busy={update.isPending}
            onClick={() => update.mutate({ status: isPaused ? 'active' : 'paused' })}
          >
            {say(isPaused ? 'resume' : 'pause')}
          </Button>
          <MoreMenu
            action={say('deleteAction')}
            title={say('deleteTitle', { name: form.title })}
            text={count === 0 ? say('deleteUnusedText') : say('deleteText', { count })}
            word={count > 0 ? form.slug : undefined}
            onDelete={async () => {
              await remove.mutateAsync(form.id);
              navigate(list, { replace: true });
            }}
          />
        </>
      ) : null}
    </>
  );
}
