/** The paths of workflows of Microsoft Teams, whose hosts differ by region, age and cloud, and triggers by their name. */
const teamsWorkflow = /\/workflows\/[^/]+\/triggers\/[^/]+\/paths\/invoke$/;
/** Teams doesn't post messages over about 28 KB, and each line takes 80 bytes in addition to its text. */
const maxLines = 30;

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
  const shown = lines.slice(0, -1).filter((line) => line.trim() !== '');
  const cut = shown.length > maxLines ? [...shown.slice(0, maxLines), '…'] : shown;
  const content = {
    $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
    type: 'AdaptiveCard',
    version: '1.4',
    body: [writeLine(subject, 'Bolder'), ...cut.map((line) => writeLine(line))],
    actions: [{ type: 'Action.OpenUrl', title: 'Open in Portico', url }],
  };
  return { contentType: 'application/vnd.microsoft.card.adaptive', content };
}

/** A line as it is. In a TextBlock, Markdown of a visitor could hide the address of a link. */
function writeLine(text: string, weight = 'Default') {
  return { type: 'RichTextBlock', inlines: [{ type: 'TextRun', text, weight }] };
}
