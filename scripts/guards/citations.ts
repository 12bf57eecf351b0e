import { existsSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { listHeadingIds } from '../../server/src/app/pages/heading-id.ts';
import { listRepositoryFiles } from '../repository.ts';
import type { Guard } from './guard.ts';

/** `docs/reference/webhooks.md#retries`, the only form in which code cites a rule. */
const citation = /(?<![/\w])docs\/reference\/[\w-]+(?:\.md)?(?:#[\w-]*)?/g;
const markdownLink = /\]\((?!https?:|mailto:|\/|\{)([^)\s]+)\)/g;
// Written so that these patterns don't match themselves: this file is read as well.
const unkept =
  /\b(?:contract(?:-2)?,?(?: part [0-9],?)?|spec|specification)(?:'s)?,? (?:sections? )?[0-9]+(?:\.[0-9]+)?\b/i;
const comment = /^\s*(?:\*|\/\*|\/\/|\{\/\*|--|<!--)|\/\/ |\/\*\*/;
const title = /\b(?:describe|test|it|suite)(?:\.\w+)*\(/;

/** Every citation resolves: rules of the wire to a heading of docs/reference, links to existing pages. */
export const citations: Guard = {
  name: 'citations',
  run: (root) => {
    const headings = new Map<string, ReadonlySet<string> | undefined>();
    const headingsOf = (file: string): ReadonlySet<string> | undefined => {
      if (!headings.has(file)) headings.set(file, readHeadings(join(root, file)));
      return headings.get(file);
    };
    const findings: string[] = [];
    let count = 0;
    for (const file of listRepositoryFiles(root)) {
      const isMarkdown = file.endsWith('.md');
      if (!isMarkdown && !/\.(?:tsx?|mjs|js|sql|css|html|sh)$/.test(file)) continue;
      let isFenced = false;
      for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
        const at = `${file}:${index + 1}`;
        for (const [cited] of line.matchAll(citation)) {
          if (isMarkdown || file.startsWith('scripts/guards')) continue;
          count += 1;
          const fault = judge(cited, headingsOf);
          if (fault !== undefined) findings.push(`${at} cites ${cited}, ${fault}\n`);
        }
        if (/^\s*```/.test(line)) isFenced = !isFenced;
        // `a[b](c)` in code is a call.
        if (isMarkdown && !isFenced) {
          for (const [, link = ''] of line.matchAll(markdownLink)) {
            const fault = judgeLink(root, file, link, headingsOf);
            if (fault !== undefined) findings.push(`${at} links to ${link}, ${fault}\n`);
          }
        }
        const found = isMarkdown || (comment.test(line) && !title.test(line)) ? unkept.exec(line) : null;
        if (found !== null) findings.push(`${at} cites what is not in the repository: ${found[0]}\n`);
      }
    }
    if (count === 0) findings.push('found no citation at all\n');
    return Promise.resolve({ passed: findings.length === 0, output: findings.join(''), note: `${count} citations` });
  },
};

type HeadingsOf = (file: string) => ReadonlySet<string> | undefined;

function judge(cited: string, headingsOf: HeadingsOf): string | undefined {
  const [, file, id] = /^(.+\.md)#(.+)$/.exec(cited) ?? [];
  if (file === undefined || id === undefined) return 'which is not of the form docs/reference/page.md#heading';
  const headings = headingsOf(file);
  if (headings === undefined) return 'a page that does not exist';
  return headings.has(id) ? undefined : 'a heading that does not exist';
}

function judgeLink(root: string, from: string, link: string, headingsOf: HeadingsOf): string | undefined {
  const [path = '', id] = link.split('#');
  const file = path === '' ? from : normalize(join(dirname(from), decodeURIComponent(path)));
  if (!existsSync(join(root, file))) return 'which does not exist';
  if (id === undefined || !file.endsWith('.md')) return undefined;
  return headingsOf(file)?.has(id) === true ? undefined : 'a heading that does not exist';
}

function readHeadings(path: string): ReadonlySet<string> | undefined {
  return existsSync(path) ? new Set(listHeadingIds(readFileSync(path, 'utf8'))) : undefined;
}
