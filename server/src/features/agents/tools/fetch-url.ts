import { basename } from 'node:path';
import { extractText } from '../../../platform/extract/index.ts';
import { type OpenTool, ToolError } from './open-tool.ts';

const maxBytes = 5 * 1024 * 1024;

/** Reads a public page or document as Markdown. */
export const fetchUrl: OpenTool = {
  name: 'fetch_url',
  description: 'Reads a public web page or document (HTML, PDF, DOCX, text and others) and returns its text.',
  parameters: {
    type: 'object',
    properties: { url: { type: 'string', description: 'An http or https address.' } },
    required: ['url'],
  },
  async run({ url }, { platform, workspaceId, signal }) {
    if (typeof url !== 'string') throw new ToolError('url must be an address.');
    const answer = await platform.outbound.request(url, { signal, maxBytes });
    if (answer.status < 200 || answer.status > 299) throw new ToolError(`The address answered ${answer.status}.`);
    const contentType = answer.headers['content-type'];
    const { text, name } = await extractText(
      { bytes: answer.body },
      {
        workspaceId,
        fileName: basename(new URL(answer.url).pathname),
        mode: 'markdown',
        address: answer.url,
        signal,
        ...(contentType === undefined ? {} : { contentType }),
      },
    );
    return { ok: true, content: `# ${name}\n\n${text}` };
  },
};
