import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listRepositoryFiles } from '../repository.ts';
import type { Guard } from './guard.ts';

type Rule = { files: RegExp; forbidden: RegExp; why: string };

// The patterns are written so that they don't match themselves: this file is read as well.
const rules: Rule[] = [
  {
    files: /./,
    forbidden: /(?:^|[\s"'`(=:]|file:\/\/)\/(?:work|root|tmp\/[a-z-]+|home\/[a-z]+|Users\/[A-Za-z]+)\//m,
    why: "names a path of someone's machine",
  },
  { files: /./, forbidden: /registry[.]npmjs[.]org/, why: 'names a registry host' },
  { files: /(?:^|\/)\.npmrc$/, forbidden: /^\s*(?:@[^:]+:)?registry\s*=/m, why: 'names a registry' },
  { files: /(?:^|\/)package-lock\.json$/, forbidden: /"resolved":\s*"https?:/, why: 'names a registry host' },
  {
    files: /\.(?:test|spec)\.tsx?$/,
    forbidden:
      /\b(?:describe|it|test|suite)(?:\.[a-z]+)*\.(?:only|skip|todo|fixme|fail|fails)\(|\b[fx](?:it|describe)\(/,
    why: 'runs only a part of the tests, or leaves one out',
  },
  { files: /\.(?:tsx?|sql|css|html)$/, forbidden: /\b(?:TO[D]O|FIX[M]E)\b/, why: 'leaves something to be done' },
];

/** Committed files name no path of the machine they were written on, and no test is left out. */
export const committedText: Guard = {
  name: 'text',
  run: (root) => {
    const findings: string[] = [];
    const files = listRepositoryFiles(root);
    for (const file of files) {
      const text = readFileSync(join(root, file), 'utf8');
      if (text.includes('\0')) continue;
      for (const rule of rules) {
        const match = rule.files.test(file) ? rule.forbidden.exec(text) : null;
        if (match === null) continue;
        const line = text.slice(0, match.index).split('\n').length;
        findings.push(`${file}:${line} ${rule.why}: ${match[0].trim()}\n`);
      }
    }
    if (files.length === 0) findings.push('read no file at all\n');
    return Promise.resolve({ passed: findings.length === 0, output: findings.join(''), note: `${files.length} files` });
  },
};
