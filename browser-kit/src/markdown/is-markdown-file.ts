/**
 * Whether a document is a Markdown file, by its name. A line break inside a paragraph of such a file is a space; in other
 * documents, extraction keeps only the line breaks that are meant.
 */
export function isMarkdownFile(name: string): boolean {
  return /\.(?:md|markdown|mdx)$/i.test(name);
}
