import { Download } from 'lucide-react';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Button } from '../../../ui/button.tsx';
import { Failure } from '../../../ui/failure.tsx';
import { uiTexts } from '../../../ui/texts.ts';
import { visitorTexts } from './texts.ts';
import type { useArchive } from './use-archive.ts';
import { useFailureText } from './use-outcome.ts';

interface ArchiveControlsProps {
  archive: ReturnType<typeof useArchive>;
  disabled: boolean;
}

/** The button that submits the form, the progress of the download, and its result. */
export function ArchiveControls({ archive: { isBusy, bytes, saved, error, cancel }, disabled }: ArchiveControlsProps) {
  const say = useTexts(visitorTexts);
  const sayUi = useTexts(uiTexts);
  const formats = useFormats();
  const explain = useFailureText();
  return (
    <>
      <div class="line">
        <Button type="submit" look="primary" icon={Download} busy={isBusy} disabled={disabled}>
          {say('downloadAction')}
        </Button>
        {isBusy ? (
          <>
            <Button onClick={cancel}>{sayUi('cancel')}</Button>
            <span class="soft">{bytes === 0 ? say('collecting') : say('arrived', { size: formats.bytes(bytes) })}</span>
          </>
        ) : null}
      </div>
      {saved === undefined ? null : (
        <Banner tone="good">{say('savedAs', { name: saved.name, size: formats.bytes(saved.bytes) })}</Banner>
      )}
      <Failure error={error} explain={explain} />
    </>
  );
}
