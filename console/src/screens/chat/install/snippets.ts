import { writeReact } from '../../../ui/write-react.ts';

export type SnippetKind = 'script' | 'gtm' | 'wordpress' | 'react' | 'iframe' | 'link';
export const snippetKinds: readonly SnippetKind[] = ['script', 'gtm', 'wordpress', 'react', 'iframe', 'link'];

/** The complete snippets, with the server's address and the chat's. */
export function writeSnippet(kind: SnippetKind, origin: string, slug: string): string {
  const tag = `<script async src="${origin}/embed.js" data-chat="${slug}"></script>`;
  switch (kind) {
    case 'script':
      return tag;
    case 'gtm':
      // Tag Manager removes the data- attributes of scripts (docs/install-on-a-site.md#google-tag-manager).
      return `<script>
  window.Portico =
    window.Portico ||
    function () {
      (Portico.q = Portico.q || []).push(arguments);
    };
  Portico('boot', { host: '${origin}', chat: '${slug}' });
</script>
<script async src="${origin}/embed.js"></script>`;
    case 'wordpress':
      return ["add_action('wp_footer', function () {", `  echo '${tag}';`, '});'].join('\n');
    case 'react':
      return writeReact('PorticoChat', 'Help', `chat="${slug}" host="${origin}"`);
    case 'iframe':
      return `<iframe src="${origin}/chat/${slug}" title="Chat" width="400" height="640" style="border: 0" allow="microphone"></iframe>`;
    case 'link':
      return `${origin}/chat/${slug}`;
  }
}
