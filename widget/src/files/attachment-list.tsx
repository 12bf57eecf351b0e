import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { Attachment } from '../types.ts';
import { formatSize } from './format-size.ts';
import { Icon } from '../ui/icon.tsx';

/** The files of a sent message. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul class="files">
      {attachments.map(({ fileId, fileName, fileSize }) => (
        <li key={fileId} class="file">
          <span class="thumb">
            <Icon name="file" />
          </span>
          <span class="name">
            <bdi>{stripBidiControls(fileName)}</bdi>
            <small>{formatSize(fileSize)}</small>
          </span>
        </li>
      ))}
    </ul>
  );
}
