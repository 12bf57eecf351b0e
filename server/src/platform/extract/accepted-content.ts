import { binaryTypes, canonicalType, textTypes } from '@portico/shared-types/rules/content-types';

/** The kinds of content that the product accepts (docs/reference/knowledge-bases.md#accepted-content). */
export type ContentCategory = 'document' | 'data' | 'image' | 'code';

export interface AcceptedContent {
  mimeType: string;
  category: ContentCategory;
}

/** Content that is recognised by its first bytes or its internal directory, regardless of the file's name. */
export const binaryContent = {
  pdf: { mimeType: binaryTypes.pdf, category: 'document' },
  docx: { mimeType: binaryTypes.docx, category: 'document' },
  doc: { mimeType: binaryTypes.doc, category: 'document' },
  xlsx: { mimeType: binaryTypes.xlsx, category: 'data' },
  png: { mimeType: binaryTypes.png, category: 'image' },
  jpg: { mimeType: binaryTypes.jpg, category: 'image' },
  gif: { mimeType: binaryTypes.gif, category: 'image' },
  webp: { mimeType: binaryTypes.webp, category: 'image' },
} as const satisfies Record<keyof typeof binaryTypes, AcceptedContent>;

const byExtension = new Map<string, AcceptedContent>();
const byMimeType = new Map<string, AcceptedContent>();
for (const category of ['document', 'data', 'code'] as const) {
  for (const [mimeType, extensions] of Object.entries(textTypes[category])) {
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

/** Text-like content by a Content-Type header's media type. */
export function findTextContentByMimeType(mimeType: string): AcceptedContent | undefined {
  return byMimeType.get(canonicalType(mimeType));
}
