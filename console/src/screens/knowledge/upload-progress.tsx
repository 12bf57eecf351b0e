import { RotateCcw } from 'lucide-react';
import { useTexts } from '../../text/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { uiTexts } from '../../ui/texts.ts';
import { knowledgeTexts } from './texts.ts';
import type { Uploads } from './use-uploads.ts';

/** The progress of uploads; failed ones stay with their reason. */
export function UploadProgress({ uploads }: { uploads: Uploads }) {
  const say = useTexts(knowledgeTexts);
  const sayUi = useTexts(uiTexts);
  const explain = useErrorText();
  const count = uploads.all.length;
  const done = uploads.all.filter(({ state }) => state === 'done').length;
  const failed = uploads.all.filter(({ state }) => state === 'failed');
  if (count === 0 || (done === count && failed.length === 0)) return null;
  return (
    <div class="card" role="status">
      <div class="line">
        <span class="grow">
          {done + failed.length < count ? say('uploading', { done, count }) : say('notSent', { count: failed.length })}
        </span>
        {done + failed.length === count ? (
          <Button look="quiet" onClick={() => uploads.dismiss()}>
            {sayUi('close')}
          </Button>
        ) : null}
      </div>
      <progress value={done + failed.length} max={count} aria-label={say('uploading', { done, count })} />
      {failed.map(({ file, error }) => (
        <div key={`${file.name} ${file.size} ${file.lastModified}`} class="line">
          <span dir="auto">{file.name}</span>
          <span class="fault grow">{explain(error)}</span>
          <IconButton label={sayUi('retry')} icon={RotateCcw} onClick={() => uploads.retry(file)} />
        </div>
      ))}
    </div>
  );
}
