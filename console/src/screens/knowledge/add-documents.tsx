import { FileText, Globe, Link, Upload } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useTexts } from '../../text/use-texts.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { useFilePicker } from '../../ui/use-file-picker.tsx';
import { AddText } from './add-text.tsx';
import { AddUrls } from './add-urls.tsx';
import { sourceTexts } from './sources/texts.ts';
import { knowledgeTexts } from './texts.ts';
import { UploadProgress } from './upload-progress.tsx';
import { useUploads } from './use-uploads.ts';

/** The drop zone for files, and buttons for texts and addresses. */
export function AddDocuments({ baseId }: { baseId: string }) {
  const say = useTexts(knowledgeTexts);
  const saySource = useTexts(sourceTexts);
  const uploads = useUploads(baseId);
  const picker = useFilePicker(say('chooseFiles'), uploads.add);
  const [isOver, setOver] = useState(false);
  const [open, setOpen] = useState<'text' | 'urls' | null>(null);
  return (
    <>
      <div
        class={isOver ? 'drop drop-over' : 'drop'}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          uploads.add([...(event.dataTransfer?.files ?? [])]);
        }}
      >
        <div class="stack-tight grow">
          <strong>{say('drop')}</strong>
          <span class="help">{say('dropHelp')}</span>
        </div>
        <div class="line">
          {picker.input}
          <Button look="primary" icon={Upload} onClick={picker.open}>
            {say('chooseFiles')}
          </Button>
          <LinkButton href={`/knowledge/${baseId}/sources?new=1`} icon={Globe}>
            {saySource('crawl')}
          </LinkButton>
          <Button icon={FileText} onClick={() => setOpen('text')}>
            {say('addText')}
          </Button>
          <Button icon={Link} onClick={() => setOpen('urls')}>
            {say('addUrl')}
          </Button>
        </div>
      </div>
      <UploadProgress uploads={uploads} baseId={baseId} />
      {open === 'text' ? <AddText baseId={baseId} onClose={() => setOpen(null)} /> : null}
      {open === 'urls' ? <AddUrls baseId={baseId} onClose={() => setOpen(null)} /> : null}
    </>
  );
}
