import { RotateCcw } from 'lucide-react';
import { Link } from 'wouter';
import { useTexts } from '../../text/use-texts.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useErrorText } from '../../ui/error-text.ts';
import { uiTexts } from '../../ui/texts.ts';
import { knowledgeTexts } from './texts.ts';
import type { Uploads } from './use-uploads.ts';

/** The progress of uploads; failed ones stay with their reason, and those already there with their document. */
export function UploadProgress({ uploads, baseId }: { uploads: Uploads; baseId: string }) {
  const say = useTexts(knowledgeTexts);
  const sayUi = useTexts(uiTexts);
  const explain = useErrorText();
  const count = uploads.all.length;
  const done = uploads.all.filter(({ state }) => state === 'done').length;
  const failed = uploads.all.filter(({ state }) => state === 'failed');
  const present = uploads.all.filter(({ state }) => state === 'present');
  const ended = done + failed.length + present.length;
  if (count === 0 || done === count) return null;
  const summary = [
    ...(failed.length > 0 ? [say('notSent', { count: failed.length })] : []),
    ...(present.length > 0 ? [say('alreadyHere', { count: present.length })] : []),
  ].join(' · ');
  return (
    <div class="card" role="status">
      <div class="line">
        <span class="grow">{ended < count ? say('uploading', { done: done + present.length, count }) : summary}</span>
        {ended === count ? (
          <Button look="quiet" onClick={() => uploads.dismiss()}>
            {sayUi('close')}
          </Button>
        ) : null}
      </div>
      <progress value={ended} max={count} aria-label={say('uploading', { done: done + present.length, count })} />
      {failed.map(({ file, error }) => (
        <div key={`${file.name} ${file.size} ${file.lastModified}`} class="line">
          <span dir="auto">{file.name}</span>
          <span class="fault grow">{explain(error)}</span>
          <IconButton label={sayUi('retry')} icon={RotateCcw} onClick={() => uploads.retry(file)} />
        </div>
      ))}
      {present.map(({ file, document }) => (
        <div key={`${file.name} ${file.size} ${file.lastModified}`} class="line">
          <span dir="auto">{file.name}</span>
          <span class="soft grow">
            {say('alreadyHereAs')}{' '}
            <Link href={`/knowledge/${baseId}/documents/${document?.id}`} dir="auto">
              {document?.name}
            </Link>
          </span>
        </div>
      ))}
    </div>
  );
}
