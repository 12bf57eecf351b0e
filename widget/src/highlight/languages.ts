import { compiled, css, diff, json, markup, python, ruby, script, shell, sql, yaml } from './grammars.ts';
import type { Grammar } from './grammars.ts';

/** The language names of fences, by grammar. */
const names: readonly (readonly [Grammar, string])[] = [
  [script, 'js javascript mjs cjs jsx ts typescript mts tsx node dart graphql gql solidity'],
  [
    compiled,
    'c h cpp c++ cc hpp cs csharp c# java kotlin kt go golang rust rs swift scala php objc objective-c zig proto',
  ],
  [python, 'py python py3 python3 ipython r'],
  [ruby, 'rb ruby lua elixir ex exs crystal'],
  [
    shell,
    'sh bash zsh fish shell console terminal shellsession powershell ps1 pwsh dockerfile docker makefile bat cmd',
  ],
  [sql, 'sql postgres postgresql psql mysql sqlite plsql tsql'],
  [json, 'json json5 jsonc jsonl ndjson'],
  [yaml, 'yaml yml toml ini conf properties env dotenv cfg http'],
  [markup, 'html xml svg vue svelte xhtml rss htm jinja'],
  [css, 'css scss sass less stylus'],
  [diff, 'diff patch'],
];

const byName = new Map(names.flatMap(([grammar, list]) => list.split(' ').map((name) => [name, grammar] as const)));

/** The grammar of a fence's language (`ts`, `TypeScript {1,3}`); undefined if it is unknown. */
export function findGrammar(language: string): Grammar | undefined {
  return byName.get(/^[\w#+-]*/.exec(language.toLowerCase())?.[0] ?? '');
}
