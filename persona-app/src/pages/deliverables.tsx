import type { Deliverable } from '@portico/shared-types/api/personas';
import { useRef } from 'preact/hooks';
import { useTexts } from '../text/texts.ts';
import { useKeptFocus } from './use-kept-focus.ts';

/** The files to download, each with its newest address. */
export function Deliverables({ deliverables }: { deliverables: readonly Deliverable[] }) {
  const texts = useTexts();
  const list = useRef<HTMLUListElement>(null);
  const heading = useRef<HTMLHeadingElement>(null);
  useKeptFocus(list, () => heading.current);
  return (
    <section aria-labelledby="deliverables-heading" hidden={deliverables.length === 0}>
      <h2 ref={heading} id="deliverables-heading" tabIndex={-1}>
        {texts.say('deliverables')}
      </h2>
      <ul ref={list} class="deliverables">
        {deliverables.map((file) => (
          <li key={file.name}>
            <a dir="auto" href={pathOf(file.downloadUrl)} download={file.fileName}>
              {file.name}
            </a>
            <span class="file-kind">
              <bdi>{file.type === 'markdown' ? 'Markdown' : file.type.toUpperCase()}</bdi> ·{' '}
              {texts.formatSize(file.fileSize)}
              {file.version > 1 && ` · ${texts.say('version', { n: texts.formatCount(file.version) })}`}
            </span>
            <p dir="auto">{file.description}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** On this origin, regardless of the name that the server has for itself. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url);
  return pathname + search;
}
