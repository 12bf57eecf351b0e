/**
 * MIME types of the accepted content (docs/reference/knowledge-bases.md#accepted-content) that is recognised by its
 * bytes, by extension.
 */
export const binaryTypes = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  doc: 'application/msword',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
} as const;

/** The extensions of each MIME type of text, which is recognised by the file's name. */
export const textTypes = {
  document: {
    'text/plain': 'txt text log rst adoc asciidoc org tex',
    'text/markdown': 'md markdown mdx',
    'text/html': 'html htm xhtml',
  },
  data: {
    'application/json': 'json',
    'application/x-ndjson': 'jsonl ndjson',
    'text/csv': 'csv',
    'text/tab-separated-values': 'tsv',
  },
  code: {
    'text/javascript': 'js mjs cjs jsx',
    'text/x-typescript': 'ts mts cts tsx',
    'text/x-python': 'py pyi',
    'text/x-java': 'java',
    'text/x-kotlin': 'kt kts',
    'text/x-c': 'c h',
    'text/x-c++': 'cc cpp cxx hpp hh',
    'text/x-csharp': 'cs',
    'text/x-go': 'go',
    'text/x-rust': 'rs',
    'text/x-ruby': 'rb',
    'text/x-php': 'php',
    'text/x-swift': 'swift',
    'text/x-scala': 'scala',
    'text/x-perl': 'pl pm',
    'text/x-lua': 'lua',
    'text/x-r': 'r',
    'text/x-shellscript': 'sh bash zsh',
    'text/x-sql': 'sql',
    'text/css': 'css scss less',
    'text/yaml': 'yaml yml',
    'text/x-toml': 'toml ini cfg conf properties',
    'text/xml': 'xml xsd xsl',
    'text/x-diff': 'diff patch',
    'text/x-source': 'vue svelte dart ex exs erl hs ml clj groovy gradle proto graphql tf ipynb',
  },
} as const;

const aliases: Readonly<Record<string, string>> = {
  'application/xhtml+xml': 'text/html',
  'application/javascript': 'text/javascript',
  'application/xml': 'text/xml',
  'text/x-markdown': 'text/markdown',
};

/** The accepted content's own name of a MIME type that has several. */
export function canonicalType(type: string): string {
  return aliases[type] ?? type;
}

/** MIME types by all extensions of the accepted content, without their dots. */
export const typesByExtension: ReadonlyMap<string, string> = new Map([
  ...Object.entries(binaryTypes),
  ['jpeg', binaryTypes.jpg],
  ...Object.values(textTypes).flatMap((types) =>
    Object.entries(types).flatMap(([type, extensions]) =>
      extensions.split(' ').map((extension): [string, string] => [extension, type]),
    ),
  ),
]);

/** Whether a MIME type is allowed by a rule: another one, `image/*`, or an extension with or without its dot. */
export function matchesType(type: string, rule: string): boolean {
  const wanted = rule.toLowerCase();
  if (wanted === '*/*') return true;
  if (wanted.endsWith('/*')) return type.startsWith(wanted.slice(0, -1));
  return type === (wanted.includes('/') ? canonicalType(wanted) : typesByExtension.get(wanted.replace(/^\./, '')));
}
