import type { Deliverable } from '@portico/shared-types/api/personas';
import { FileSpreadsheet, FileText, FileType } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useDeliverables } from '../../../data/personas.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Loaded, Skeleton } from '../../../ui/states.tsx';
import { Time } from '../../../ui/time.tsx';
import { taskTexts } from './texts.ts';

const icons = { markdown: FileText, csv: FileSpreadsheet, pdf: FileType } as const;
const kinds = { markdown: 'Markdown', csv: 'CSV', pdf: 'PDF' } as const;

/** The files of a task, newest first, to download; nothing while there is none. */
export function Files({ taskId }: { taskId: string }) {
  const say = useTexts(taskTexts);
  const latest = useDeliverables(taskId, 'latest');
  const files = latest.data ?? [];
  if (files.length === 0) return null;
  return (
    <section class="stack" aria-labelledby="files">
      <h2 id="files">{say('files')}</h2>
      <ul class="task-files">
        {files.map((file) => (
          <li key={file.id} class="card task-file">
            <FileLine file={file} />
            {file.description === '' ? null : (
              <p class="task-file-text" dir="auto">
                {file.description}
              </p>
            )}
          </li>
        ))}
      </ul>
      {files.some(({ version }) => version > 1) ? <AllVersions taskId={taskId} /> : null}
    </section>
  );
}

function FileLine({ file }: { file: Deliverable }) {
  const say = useTexts(taskTexts);
  const formats = useFormats();
  const Icon = icons[file.type];
  return (
    <div class="task-file-line">
      <Icon size={20} aria-hidden="true" />
      <div class="stack-tight">
        <a href={pathOf(file.downloadUrl)} download={file.fileName}>
          <bdi>{file.name}</bdi>
        </a>
        <span class="meta">
          {kinds[file.type]} · {formats.bytes(file.fileSize)} · {say('version', { count: file.version })} ·{' '}
          <Time at={file.createdAt} />
        </span>
      </div>
    </div>
  );
}

/** Earlier versions are read when somebody wants to see them. */
function AllVersions({ taskId }: { taskId: string }) {
  const say = useTexts(taskTexts);
  const [isOpen, setOpen] = useState(false);
  const all = useDeliverables(taskId, 'all', isOpen);
  return (
    <details class="more" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{say('versions')}</summary>
      <Loaded query={all} skeleton={<Skeleton kind="rows" lines={2} />}>
        {(files) => (
          <ul class="stack">
            {files.map((file) => (
              <li key={file.id}>
                <FileLine file={file} />
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </details>
  );
}

/** On this origin: the member may know the server by another name than PUBLIC_URL. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address, location.href);
  return pathname + search;
}
