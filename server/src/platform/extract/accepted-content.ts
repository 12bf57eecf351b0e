/** The kinds of content that the product accepts (docs/reference/knowledge-bases.md#accepted-content). */
export type ContentCategory = 'document' | 'data' | 'image' | 'code';

export interface AcceptedContent {
  mimeType: string;
  category: ContentCategory;
}

/** Content that is recognised by its first bytes or its internal directory, regardless of the file's name. */
export const binaryContent = {
  pdf: { mimeType: 'application/pdf', category: 'document' },
  docx: {
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    category: 'document',
  },
  doc: { mimeType: 'application/msword', category: 'document' },
  xlsx: { mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet', category: 'data' },
  png: { mimeType: 'image/png', category: 'image' },
  jpg: { mimeType: 'image/jpeg', category: 'image' },
  gif: { mimeType: 'image/gif', category: 'image' },
  webp: { mimeType: 'image/webp', category: 'image' },
} as const satisfies Record<string, AcceptedContent>;

const textMimeTypes: Readonly<Record<ContentCategory, Readonly<Record<string, string>>>> = {
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
  image: {},
};

const byExtension = new Map<string, AcceptedContent>();
const byMimeType = new Map<string, AcceptedContent>();
for (const category of ['document', 'data', 'code'] as const) {
  for (const [mimeType, extensions] of Object.entries(textMimeTypes[category])) {
    const content = { mimeType, category };
    byMimeType.set(mimeType, content);
    for (const extension of extensions.split(' ')) byExtension.set(extension, content);
  }
}

/** Text-like content by the extension of a file name; a name without one is plain text, an unknown one undefined. */
export function findTextContent(fileName: string): AcceptedContent | undefined {
  const base = fileName.slice(Math.max(fileName.lastIndexOf('/'), fileName.lastIndexOf('\\')) + 1);
  const dot = base.lastIndexOf('.');
  return byExtension.get(dot > 0 ? base.slice(dot + 1).toLowerCase() : 'txt');
}

const spoken: Readonly<Record<string, string>> = {
  'application/xhtml+xml': 'text/html',
  'application/javascript': 'text/javascript',
  'application/xml': 'text/xml',
  'text/x-markdown': 'text/markdown',
};

/** Text-like content by a Content-Type header's media type. */
export function findTextContentByMimeType(mimeType: string): AcceptedContent | undefined {
  return byMimeType.get(spoken[mimeType] ?? mimeType);
}
