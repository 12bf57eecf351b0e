/** A document's name in readable form: `getting-started.md` becomes "Getting started". */
export function readableName(documentName: string): string {
  const name = documentName
    .replace(/^.*[/\\](?=[^/\\]+$)/u, '')
    .replace(/\.(?:md|markdown|txt|html?|pdf|docx?|csv|xlsx|json)$/iu, '')
    .replace(/[-_]+/gu, ' ')
    .trim();
  if (name === '') return documentName;
  return name.charAt(0).toUpperCase() + name.slice(1);
}
