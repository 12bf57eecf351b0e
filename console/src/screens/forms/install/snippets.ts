import { writeReact } from '../../../ui/write-react.ts';

export const snippetKinds = ['script', 'react', 'iframe', 'link'] as const;
export type SnippetKind = (typeof snippetKinds)[number];

interface SnippetForm {
  readonly slug: string;
  readonly title: string;
}

/** The complete snippets (docs/forms.md#embed-it), with the server's address and the form's. */
export function writeSnippet(kind: SnippetKind, origin: string, { slug, title }: SnippetForm): string {
  const page = `${origin}/forms/${slug}`;
  switch (kind) {
    case 'script':
      return [
        '<div id="portico-form"></div>',
        `<script async src="${origin}/embed.js" data-form="${slug}" data-mode="inline" data-target="#portico-form"></script>`,
      ].join('\n');
    case 'react':
      return writeReact('PorticoForm', 'Request', `form="${slug}" host="${origin}"`);
    case 'iframe':
      return `<iframe src="${page}" title="${escapeHtml(title)}" width="100%" height="720" style="border: 0" allow="clipboard-write; camera"></iframe>`;
    case 'link':
      return page;
  }
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? character);
}
