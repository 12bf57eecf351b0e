/** The paths of workflows of Microsoft Teams, whose hosts differ by region, age and cloud. */
const teamsWorkflow = /\/workflows\/[^/]+\/triggers\/manual\/paths\/invoke$/;

/**
 * The JSON of a notice for a webhook: `{text}`, which Slack shows. Workflows of Teams accept it too, but show nothing
 * except Adaptive Cards, so they also get one. `text` ends with a line that is the address of a screen.
 */
export function writeNoticeBody(address: string, { subject, text }: { subject: string; text: string }): object {
  const body = { text: escapeForSlack(`${subject}\n${text}`) };
  if (!teamsWorkflow.test(new URL(address).pathname)) return body;
  return { ...body, type: 'message', attachments: [writeCard(subject, text.split('\n'))] };
}

/** Slack reads `<!channel>` as a mention and `<https://…|name>` as a link, and visitors write a part of the text. */
function escapeForSlack(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function writeCard(subject: string, lines: readonly string[]) {
  const url = lines.at(-1);
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [writeLine(subject, 'Bolder'), ...lines.slice(0, -1).map((line) => writeLine(line))],
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Portico', url }],
  };
  return { contentType: 'application/vnd.microsoft.card.adaptive', content };
}

/** A line as it is. In a TextBlock, Markdown of a visitor could hide the address of a link. */
function writeLine(text: string, weight = 'Default') {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, weight }] };
}
