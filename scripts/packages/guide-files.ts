import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { repositoryRoot } from '../repository.ts';

/** The code that docs/install-on-a-site.md gives to paste, with this server and chat in place of its examples. */
export function readGuideFile(language: 'astro' | 'tsx', { host, chat }: { host: string; chat: string }): string {
  const guide = readFileSync(join(repositoryRoot, 'docs/install-on-a-site.md'), 'utf8');
  const text = new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'ms').exec(guide)?.[1];
  if (text === undefined) throw new Error(`the guide has no ${language}`);
  return text.replaceAll('https://portico.example.com', host).replaceAll('support', chat);
}
