/** A page of a site that embeds the widget. */
export type EmbedPage = {
  /** Attributes of the script tag, without `data-`; null leaves the tag out. */
  script?: Record<string, string> | null;
  /** Origin that the script is loaded from; by default the server under test. */
  origin?: string;
  /** Inside the head, such as a style sheet. */
  head?: string;
  /** Inside `main`, after its heading. */
  main?: string;
  /** A script of the page that runs before the widget's; the stub is there. */
  before?: string;
  /** The one-line stub that queues calls before the script is loaded; included by default. */
  hasStub?: boolean;
  nonce?: string;
  lang?: string;
};

/**
 * Writes the page: a heading, the page's own content, the stub and the script tag of
 * docs/reference/embedding.md#script-tag.
 */
export function writeEmbedPage({
  script = {},
  origin = '{{PORTICO}}',
  head = '',
  main = '',
  before = '',
  hasStub = true,
  nonce = 'host',
  lang = 'en',
}: EmbedPage): string {
  const attributes = Object.entries(script ?? {}).map(([name, value]) => ` data-${name}="${value}"`);
  const tag =
    script === null ? '' : `<script nonce="${nonce}" async src="${origin}/embed.js"${attributes.join('')}></script>`;
  return `<!doctype html>
<html lang="${lang}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Northwind Bicycles</title>
${head}
</head>
<body>
<main>
<h1>Bicycles for a lifetime</h1>
<p>Every Northwind is built by hand in our workshop by the harbour.</p>
${main}
</main>
<script nonce="${nonce}">
${hasStub ? 'window.Portico=window.Portico||function(){(Portico.q=Portico.q||[]).push(arguments)};' : ''}
${before}
</script>
${tag}
</body>
</html>`;
}
