import { expect, test } from 'vitest';
import { renameInTemplate } from './rename-in-template.ts';

test.each([
  ['{{ kind }}', '{{ sort }}'],
  ['kind: {{kind}}, {{ $uppercase(kind) & " kind" }}', 'kind: {{sort}}, {{ $uppercase(sort) & " kind" }}'],
  ["{{ `kind` = 'kind' ? kind.kind : kinds }}", "{{ `sort` = 'kind' ? sort.kind : kinds }}"],
  ['{{ $$.kind & $.kind & $kind }}', '{{ $$.sort & $.sort & $kind }}'],
  // Names of members.
  ['{{ files[kind = "x"].kind }}', '{{ files[kind = "x"].kind }}'],
  ['{{ files.(kind) & files^(kind) & files.{"a": kind} & files{kind: 1} }}', undefined],
  ['{{ files[kind = $$.kind] }}', '{{ files[kind = $$.sort] }}'],
  // Values in brackets of the submission itself.
  ['{{ {"a": {"b": [kind, (kind)]}} }} kind', '{{ {"a": {"b": [sort, (sort)]}} }} kind'],
  ['{{ $map(urls, function($u){ $u & kind }) }}', '{{ $map(urls, function($u){ $u & sort }) }}'],
  ['{{ kind in ["a"] and kind /* kind */ }}', '{{ sort in ["a"] and sort /* kind */ }}'],
  ['{{ $replace(kind, /"kind/, "") & 6 / kind }}', '{{ $replace(sort, /"kind/, "") & 6 / sort }}'],
  ['{{ kind', '{{ sort'],
  ['kind', 'kind'],
])('%s', (template, renamed = template) => {
  expect(renameInTemplate(template, 'kind', 'sort')).toBe(renamed);
});

test('a name that is a word of JSONata gets backquotes', () => {
  expect(renameInTemplate('{{ kind & "!" }}', 'kind', 'in')).toBe('{{ `in` & "!" }}');
  expect(renameInTemplate('{{ `in` in urls }}', 'in', 'kind')).toBe('{{ `kind` in urls }}');
});
