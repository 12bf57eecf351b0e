import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/** What docs/install-on-a-site.md tells its readers to paste, in the server's and the chat's own names. */
export function readGuideFile(language: 'astro' | 'tsx', { host, chat }: { host: string; chat: string }): string {
  const guide = readFileSync(join(repositoryRoot, 'docs/install-on-a-site.md'), 'utf8');
  const text = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1];
  if (text === undefined) throw new Error(`the guide has no ${language}`);
  return text.replaceAll('https://portico.example.com', host).replaceAll('support', chat);
}
