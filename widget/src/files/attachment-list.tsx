import { stripBidiControls } from '@portico/browser-kit/markdown/plain-text';
import type { Attachment } from '../types.ts';
import { FileIcon } from './file-icon.tsx';
import { formatSize } from './format-size.ts';

/** The files of a sent message. */
export function AttachmentList({ attachments }: { attachments: readonly Attachment[] }) {
  return (
    <ul class="files">
      {attachments.map((file) => (
        <li key={file.fileId}>
          <File {...file} />
        </li>
      ))}
    </ul>
  );
}

/** A link that opens the file, once the server has said where it is. */
function File({ fileName, fileSize, downloadUrl }: Attachment) {
  const Row = downloadUrl === undefined ? 'span' : 'a';
  return (
    <Row class="file" {...(downloadUrl !== undefined && { href: downloadUrl, target: '_blank', rel: 'noopener' })}>
      <span class="thumb">
        <FileIcon />
      </span>
      <span class="name">
        <bdi>{stripBidiControls(fileName)}</bdi>
        <small>{formatSize(fileSize)}</small>
      </span>
    </Row>
  );
}
