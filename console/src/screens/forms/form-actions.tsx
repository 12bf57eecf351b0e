import type { FormInterface } from '@portico/shared-types/api/form-interfaces';
import { Ellipsis, ExternalLink, Pause, Play, Trash2 } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useLocation } from 'wouter';
import { forms } from '../../data/forms.ts';
import { useTexts } from '../../text/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Confirm } from '../../ui/confirm.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { Menu, MenuItem } from '../../ui/menu.tsx';
import { uiTexts } from '../../ui/texts.ts';
import { useToaster } from '../../ui/toaster.tsx';
import { formTexts } from './texts.ts';

export function FormActions({ form, canWrite }: { form: FormInterface; canWrite: boolean }) {
  const say = useTexts(formTexts);
  const sayUi = useTexts(uiTexts);
  const explain = useErrorText();
  const toaster = useToaster();
  const [, navigate] = useLocation();
  const update = forms.useUpdate(form.id);
  const remove = forms.useRemove();
  const [isDeleting, setDeleting] = useState(false);
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
            onClick={() =>
              update.mutate(
                { status: isPaused ? 'active' : 'paused' },
                { onError: (error) => toaster.failed(explain(error)) },
              )
            }
          >
            {say(isPaused ? 'resume' : 'pause')}
          </Button>
          <Menu trigger={<IconButton label={sayUi('more')} icon={Ellipsis} look="secondary" />}>
            <MenuItem icon={Trash2} danger onSelect={() => setDeleting(true)}>
              {say('deleteAction')}
            </MenuItem>
          </Menu>
        </>
      ) : null}
      <Confirm
        open={isDeleting}
        onClose={() => setDeleting(false)}
        title={say('deleteTitle', { name: form.title })}
        text={say('deleteText', { count })}
        action={say('deleteAction')}
        {...(count > 0 ? { word: form.slug } : {})}
        onConfirm={async () => {
          await remove.mutateAsync(form.id);
          navigate('/forms', { replace: true });
        }}
      />
    </>
  );
}
