import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** Another project's chat on a separate page, set up as documented. */
export type Peer = {
  package: string;
  /** The page's body; `{{ORIGIN}}` is the address of the package's files and its back end. */
  body: string;
  /** CSS selector of the button that opens it, also inside shadow roots; null if the chat is visible from the start. */
  launcher: string | null;
  /** CSS selector of the field for the message. */
  field: string;
  /** Responses of its back end, by a pattern of the address; the first match wins. */
  answers: readonly (readonly [RegExp, unknown])[];
};

export const peers: readonly Peer[] = [
  {
    package: '@n8n/chat',
    body: `<link href="{{ORIGIN}}/dist/style.css" rel="stylesheet">
<script type="module">
import { createChat } from '{{ORIGIN}}/dist/chat.bundle.es.js';
createChat({ webhookUrl: '{{ORIGIN}}/webhook/1/chat' });
</script>`,
    launcher: '.chat-window-toggle',
    field: '.chat-window textarea',
    answers: [[/^\/webhook/, { data: [] }]],
  },
  {
    package: 'flowise-embed',
    body: `<script type="module">
import Chatbot from '{{ORIGIN}}/dist/web.js';
Chatbot.init({ chatflowid: '1', apiHost: '{{ORIGIN}}' });
</script>`,
    launcher: 'button[part="button"]',
    field: 'textarea, input[type=text]',
    answers: [
      [/chatflows-streaming/, { isStreaming: false }],
      [/public-chatbotConfig/, {}],
    ],
  },
  {
    package: 'deep-chat',
    body: `<script type="module" src="{{ORIGIN}}/dist/deepChat.bundle.js"></script>
<deep-chat connect='{"url": "{{ORIGIN}}/chat"}'></deep-chat>`,
    launcher: null,
    field: '#text-input',
    answers: [[/^\/chat/, { text: 'Hello' }]],
  },
  {
    package: '@typebot.io/js',
    body: `<script type="module">
import Typebot from '{{ORIGIN}}/dist/web.js';
Typebot.initBubble({ typebot: 'demo', apiHost: '{{ORIGIN}}' });
</script>`,
    launcher: 'button[part="button"]',
    field: 'input[type=text], textarea',
    answers: [
      [
        /startChat/,
        {
          sessionId: 'session',
          resultId: 'result',
          typebot: { id: 'demo', version: '6', theme: {}, settings: { typingEmulation: { enabled: false } } },
          messages: [{ id: 'm1', type: 'text', content: { type: 'markdown', markdown: 'Hello' } }],
          input: { id: 'i1', type: 'text input', options: {} },
        },
      ],
    ],
  },
];

export type PackageFolder = { name: string; version: string; folder: string };

/**
 * Downloads the newest published packages from npm into a temporary folder. They are only unpacked: a page loads one
 * bundle of them, and none of their scripts runs here.
 */
export function fetchPackages(names: readonly string[]): { packages: PackageFolder[]; remove: () => void } {
  const root = mkdtempSync(join(tmpdir(), 'portico-peers-'));
  execFileSync('npm', ['pack', '--silent', '--ignore-scripts', ...names], { cwd: root, stdio: 'pipe' });
  const archives = readdirSync(root);
  const packages = archives.map((archive) => {
    const folder = join(root, archive.replace('.tgz', ''));
    mkdirSync(folder);
    execFileSync('tar', ['-xzf', archive, '-C', folder, '--strip-components=1'], { cwd: root });
    const { name, version }: { name: string; version: string } = JSON.parse(
      readFileSync(join(folder, 'package.json'), 'utf8'),
    );
    return { name, version, folder };
  });
  return { packages, remove: () => rmSync(root, { recursive: true, force: true }) };
}
