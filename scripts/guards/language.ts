import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRepositoryFiles } from '../repository.ts';
import type { Guard } from './guard.ts';

/**
 * What is read, in plain English: docs, comments and messages. Folders join this list once they are clean; still missing
 * are server, widget, form-app, persona-app, console, e2e and bench.
 */
const covered =
  /^(?:README|CHANGELOG|CONTRIBUTING)\.md$|^docs\/.*\.md$|^(?:shared-types|browser-kit|embed-loader|scripts)\/.*\.tsx?$/;
/** They name the words. */
const exempt = /^scripts\/guards(?:\/language\.ts|\.test\.ts)$/;

interface Rule {
  readonly not: RegExp;
  readonly but: string;
}

// Matched in any case of letters. `told` and `where there is` are correct English, and were used so often for something
// plainer that they have no place here.
const rules: readonly Rule[] = [
  { not: /\banew\b|\bonce more\b/i, but: 'again' },
  { not: /\bwhoever\b/i, but: 'anyone who, the caller' },
  { not: /\bwhatever\b/i, but: 'any, independent of' },
  { not: /\bwhat is asked of\b/i, but: 'the request' },
  { not: /\b(?:takes?|taken|took) up\b(?! to\b)/i, but: 'resumes, continues' },
  { not: /\b(?:goes|go|went|going) on\b(?! (?:the|a)\b)/i, but: 'continues, keeps' },
  { not: /\bstands?\b(?! (?:for|in)\b)|\blies\b/i, but: 'is, is stored' },
  { not: /\btells\b|\btold\b/i, but: 'reports, shows, notifies' },
  { not: /\bwhere (?:there|one|none|nobody) (?:is|are|isn|aren)/i, but: 'if there is' },
  { not: /\bwhere (?:it|they|that) (?:isn|aren|has\b|have\b|hasn|doesn|don)/i, but: 'if it' },
  { not: /\bwhere (?:it|that) is (?:a|an|no|not|given|missing|null|one|set|undefined)\b/i, but: 'if it is' },
  { not: /(?<!\bthere )\b(?:is|are) no (?!longer\b|more than\b)/i, but: 'is not a' },
  { not: /^\s*(?:\/?\*+ )+Answers /, but: 'Returns (of a function)' },
  { not: /\b(?:turnstile|impatience|patience)\b/i, but: 'semaphore; timeout, grace period' },
  { not: /\bthe let-in\b|\bmend(?:s|ed|ing)?\b/i, but: 'authenticate; fix, sanitize' },
];

/** Docs, comments and messages use the words that everybody uses. */
export const language: Guard = {
  name: 'language',
  run: (root) => {
    const findings: string[] = [];
    const files = listRepositoryFiles(root).filter((file) => covered.test(file) && !exempt.test(file));
    for (const file of files) {
      const isMarkdown = file.endsWith('.md');
      for (const [index, line] of readFileSync(join(root, file), 'utf8').split('\n').entries()) {
        const text = isMarkdown ? line.replaceAll(/`[^`]*`/g, '`…`') : readWords(line);
        for (const { not, but } of rules) {
          const found = not.exec(text);
          if (found !== null) findings.push(`${file}:${index + 1} “${found[0].trim()}”: ${but}\n`);
        }
      }
    }
    if (files.length === 0) findings.push('read no file at all\n');
    return Promise.resolve({ passed: findings.length === 0, output: findings.join(''), note: `${files.length} files` });
  },
};

/** The parts of a line of code that people read: its comment, and texts of more than one word. */
function readWords(line: string): string {
  const comment = /^\s*\*.*|\/\*.*|(?<!:)\/\/.*/.exec(line)?.[0] ?? '';
  const code = line.slice(0, line.length - comment.length);
  const texts = Array.from(code.matchAll(/'[^']* [^']*'|"[^"]* [^"]*"|`[^`]* [^`]*`/g), ([text]) => text);
  return [comment, ...texts].join('\n').replaceAll(/`[\w./-]+`/g, '`…`');
}
