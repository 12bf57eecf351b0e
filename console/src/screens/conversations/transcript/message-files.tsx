import type { Attachment } from '@portico/shared-types/api/messages';
import { Paperclip } from 'lucide-react';
import { useEffect, useRef, useState } from 'preact/hooks';
import { useOpenFile, usePictureAddress } from '../../../data/attachments.ts';
import { useCan } from '../../../data/session.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { useReportFailure } from '../../../ui/use-report-failure.ts';
import { conversationTexts } from '../texts.ts';
import './message-files.css';

/** What browsers show as pixels only: neither scripts nor addresses of other servers are in them. */
const pictureTypes = new Set(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);

/** Bytes up to which a picture is loaded without being asked for. */
const maxPictureBytes = 10 * 1024 * 1024;

/** The files of a message: pictures as such, the others by their names. */
export function MessageFiles({ files }: { files: readonly Attachment[] }) {
  const canOpen = useCan('files:read');
  if (files.length === 0) return null;
  return (
    <div class="said-files">
      {files.map((file) =>
        canOpen && pictureTypes.has(file.mime_type) && file.file_size <= maxPictureBytes ? (
          <Picture key={file.file_id} file={file} />
        ) : (
          <NamedFile key={file.file_id} file={file} canOpen={canOpen} />
        ),
      )}
    </div>
  );
}

interface FileProps {
  file: Attachment;
}

function NamedFile({ file, canOpen }: FileProps & { canOpen: boolean }) {
  const { mutate, isPending } = useOpenFile({ onFailed: useReportFailure() });
  return (
    <button type="button" class="said-file" disabled={!canOpen || isPending} onClick={() => mutate(file.file_id)}>
      <FileName file={file} />
    </button>
  );
}

function FileName({ file }: FileProps) {
  return (
    <>
      <Paperclip size={14} aria-hidden="true" />
      <bdi>{file.file_name}</bdi>
    </>
  );
}

/** A small picture that opens large. Its place has the same size before it is loaded, and if it can't be or is too large. */
function Picture({ file }: FileProps) {
  const say = useTexts(conversationTexts);
  const place = useRef<HTMLButtonElement>(null);
  const address = usePictureAddress(file.file_id, useHasBeenNear(place));
  const [brokenAt, setBrokenAt] = useState<string>();
  const [isOpen, setOpen] = useState(false);
  const { mutate, isPending } = useOpenFile({ onFailed: useReportFailure() });
  const source = address.data ?? undefined;
  const isBroken = address.isError || address.data === null || (source !== undefined && source === brokenAt);
  if (isBroken) {
    return (
      <button type="button" class="said-picture" disabled={isPending} onClick={() => mutate(file.file_id)}>
        <FileName file={file} />
      </button>
    );
  }
  return (
    <>
      <button
        ref={place}
        type="button"
        class="said-picture"
        aria-label={say('openPicture', { name: file.file_name })}
        title={file.file_name}
        onClick={() => setOpen(true)}
      >
        {source === undefined ? null : <img src={source} alt="" decoding="async" onError={() => setBrokenAt(source)} />}
      </button>
      {source === undefined ? null : (
        <Dialog open={isOpen} onClose={() => setOpen(false)} title={file.file_name} wide>
          <img class="large-picture" src={source} alt={file.file_name} />
          <DialogActions>
            <a class="button button-secondary" href={source} download>
              <span class="button-inside">{say('download')}</span>
            </a>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}

/** True once the element has been near the window's visible part: a long transcript doesn't load all its pictures. */
function useHasBeenNear(place: { readonly current: HTMLElement | null }): boolean {
  const [isNear, setNear] = useState(false);
  useEffect(() => {
    const element = place.current;
    if (element === null || isNear) return undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setNear(true);
      },
      { rootMargin: '400px' },
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isNear]);
  return isNear;
}
