import { Marked, type Tokens } from 'marked';
import { escapeHtml } from './html-page.ts';
import { listHeadingIds } from './heading-id.ts';

/**
 * The HTML of a Markdown page of the docs folder. Headings get the fragments that GitHub gives them, and links between
 * pages (`../webhooks.md#retries`) lead to their addresses below /docs.
 * @param name of the page, like `reference/webhooks`.
 */
export async function renderDocs(name: string, markdown: string): Promise<string> {
  const ids = listHeadingIds(markdown);
  const marked = new Marked({
    gfm: true,
    renderer: {
      heading({ tokens, depth }: Tokens.Heading): string {
        return `<h${depth} id="${escapeHtml(ids.shift() ?? '')}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }: Tokens.Link): string {
        return `<a href="${escapeHtml(addressOf(name, href))}">${this.parser.parseInline(tokens)}</a>`;
      },
    },
  });
  return marked.parse(markdown);
}

/** A relative link to a Markdown file as the address of its page; any other link as it is. */
function addressOf(name: string, href: string): string {
  if (/^[a-z][a-z0-9+.-]*:|^[/#]/i.test(href) || !/\.md(?:#|$)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `docs://page/docs/${name}`);
  return pathname.replace(/\.md$/, '') + hash;
}
