import { make } from './make-element.js';
import { fill } from './persona-texts.js';

/** Lists the files to download; those that are listed already stay in place and get their newest address. */
export function showDeliverables(section, deliverables, { language, texts }) {
  const list = section.querySelector('ul');
  const held = list.contains(document.activeElement);
  const shown = new Map(Array.from(list.children, (item) => [item.dataset.deliverable, item]));
  list.append(
    ...deliverables.map((file) => {
      const item = shown.get(file.name) ?? makeItem(file);
      shown.delete(file.name);
      showFile(item, file, { language, texts });
      return item;
    }),
  );
  for (const item of shown.values()) item.remove();
  section.hidden = deliverables.length === 0;
  if (held && !list.contains(document.activeElement)) section.querySelector('h2').focus();
}

function makeItem({ name }) {
  const item = make(
    'li',
    {},
    make('a', { dir: 'auto' }),
    make('span', { className: 'file-kind' }),
    make('p', { dir: 'auto' }),
  );
  item.dataset.deliverable = name;
  return item;
}

function showFile(item, file, { language, texts }) {
  const { pathname, search } = new URL(file.downloadUrl);
  const link = item.querySelector('a');
  link.href = pathname + search;
  link.download = file.fileName;
  if (link.textContent !== file.name) link.textContent = file.name;
  const kind = file.type === 'markdown' ? 'Markdown' : file.type.toUpperCase();
  const version = fill(texts.version, { n: new Intl.NumberFormat(language).format(file.version) });
  item.querySelector('span').textContent = [
    kind,
    formatSize(file.fileSize, language),
    ...(file.version > 1 ? [version] : []),
  ].join(' · ');
  item.querySelector('p').textContent = file.description;
}

function formatSize(bytes, language) {
  const [value, unit] =
    bytes < 1000 ? [bytes, 'byte'] : bytes < 1e6 ? [bytes / 1e3, 'kilobyte'] : [bytes / 1e6, 'megabyte'];
  const style = {
    style: 'unit',
    unit,
    unitDisplay: unit === 'byte' ? 'long' : 'short',
    maximumFractionDigits: value < 10 ? 1 : 0,
  };
  return new Intl.NumberFormat(language, style).format(value);
}
