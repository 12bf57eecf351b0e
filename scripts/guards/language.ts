import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRepositoryFiles } from '../repository.ts';
import type { Guard } from './guard.ts';

/**
 * The files to check: the docs, and the code of every workspace. In test files and development servers only comments and
 * titles count, because their strings are data; other languages than TypeScript count by their comments.
 */
const covered =
  /^(?:README|CHANGELOG|CONTRIBUTING)\.md$|^(?:docs|examples)\/.*\.md$|^(?!docs\/|(?:server\/)?patches\/)[\w-]+\/.*\.(?:tsx?|m?js|css|sh)$/;
const dataInStrings = /\.(?:test|spec)\.tsx?$|^(?:server\/test|e2e|form-app\/dev|widget\/dev|bench)\//;
const commentsOnly = /\.(?:m?js|css|sh)$/;
/** Translations, except English. */
const translations = /\/languages\/(?!en\/|lists\/)[a-z]+\//;
/** Lists of texts, one for each language of the console. */
const translated = /^console\/src\/.*texts\.ts$/;
/** These files contain the words themselves. */
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
  { not: /\b(?:[Uu]ndefined|[Nn]ull|[Ff]alse|[Tt]rue|[45]\d\d) where\b/, but: '… if' },
  { not: /\b(?:turnstile|impatience|patience)\b/i, but: 'semaphore; timeout, grace period' },
  {
    not: /\bis another's\b|\bcan't be had\b|\bthe answered function\b/i,
    but: 'another process has it; is unavailable; returned',
  },
  { not: /\bin vain\b/i, but: 'without an answer, without success' },
  { not: /\bhears? of\b/i, but: 'is notified of' },
  { not: /\bset aside\b/i, but: 'reserved' },
  { not: /\bleads? nowhere\b/i, but: 'is unknown, does not exist' },
  { not: /\b(?:goes|go) with (?:it|its|their|them)\b/i, but: 'is deleted with' },
  { not: /\b(?:for|to|of) who (?:has|only|may|runs|knows|holds)\b/i, but: 'people who, callers who' },
  { not: /\bthe let-in\b|\bmend(?:s|ed|ing)?\b/i, but: 'authenticate; fix, sanitize' },
  { not: /\b(?:holds?|names) no\b/i, but: 'contains no, is not a' },
  { not: /\bin no other\b|\bof ours\b|\(any more\)/i, but: 'only this; internal; no longer' },
];

/** Parts of identifiers that have a common word. */
const names: readonly Rule[] = [
  { not: /\b(?:most|longest|least)(?:[A-Z]\w*)\b/, but: 'max, min' },
  { not: /\b\w*(?:[pP]atience|[tT]urnstile|Anew)\w*\b/, but: 'timeout, semaphore' },
  {
    not: /\b(?:letIn|watchGone|tellApart|holdDirectory|whileHolding|mend[A-Z]\w*|[pP]ark(?:ed|[A-Z]\w*))\b/,
    but: 'authorize, onDisconnect, discriminate, lockDirectory, withLease, sanitize…, suspend',
  },
];

/** Docs, comments, messages and identifiers use common words. */
export const language: Guard = {
  name: 'language',
  run: (root) => {
    const findings: string[] = [];
    const files = listRepositoryFiles(root).filter(
      (file) => covered.test(file) && !exempt.test(file) && !translations.test(file),
    );
    for (const file of files) {
      const isMarkdown = file.endsWith('.md');
      const lines = readFileSync(join(root, file), 'utf8').split('\n');
      for (const [index, line] of lines.entries()) {
        // The first text of a list is English; the others are its translations.
        if (translated.test(file) && /^\s*['"`]/.test(line) && lines[index - 1]?.endsWith('[') !== true) continue;
        const { words, code } = isMarkdown
          ? { words: line.replaceAll(/`[^`]*`/g, '`…`'), code: '' }
          : readLine(file, line);
        const faults = [...rules.map((rule) => [rule, words] as const), ...names.map((rule) => [rule, code] as const)];
        for (const [{ not, but }, text] of faults) {
          const found = not.exec(text);
          if (found !== null) findings.push(`${file}:${index + 1} “${found[0].trim()}”: ${but}\n`);
        }
      }
    }
    if (files.length === 0) findings.push('read no file at all\n');
    return Promise.resolve({ passed: findings.length === 0, output: findings.join(''), note: `${files.length} files` });
  },
};

const title = /\b(?:describe|test|it)(?:\.\w+)*\(|^\s*\]\)\(/;

/** The words of a line of code (its comment, and strings with more than one word) and the code without them. */
function readLine(file: string, line: string): { words: string; code: string } {
  const comments = file.endsWith('.sh') ? /(?:^|\s)#\s.*/ : /^\s*\*.*|\/\*.*|(?<!:)\/\/.*/;
  const comment = comments.exec(line)?.[0] ?? '';
  if (commentsOnly.test(file)) return { words: withoutNames(comment), code: '' };
  const code = line.slice(0, line.length - comment.length);
  const strings = /'(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|`[^`]*`/g;
  const texts = Array.from(code.matchAll(strings), ([text]) => text).filter((text) => text.includes(' '));
  const areData = dataInStrings.test(file) && !title.test(code);
  return { words: withoutNames([comment, ...(areData ? [] : texts)].join('\n')), code: code.replaceAll(strings, "''") };
}

const withoutNames = (text: string): string => text.replaceAll(/`[\w./-]+`/g, '`…`');
