import {
  type TextDocumentCreate,
  type UrlDocumentCreate,
  Deleted,
  DocumentCreate,
  DocumentListQuery,
  DocumentMetadata,
  FileDocumentFields,
  JsonDocumentCreate,
  KnowledgeDocument,
} from '@portico/shared-types';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { parsePart } from '../../platform/http/parse.ts';
import { Answer, type UploadedFile, versionedRoute } from '../../platform/http/route.ts';
import { addDocument, type DocumentInput, getDocument, listDocumentPage, removeDocument } from './documents.service.ts';

const tag = 'Knowledge bases';
const DocumentMetadataField = z.object({ metadata: DocumentMetadata });
const ofBase = { id: 'knowledge base' };
const params = { ...ofBase, document_id: 'document' };

export const documentRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/knowledge-bases/:id/documents',
    tag,
    summary: 'List the documents of a knowledge base',
    description: 'Lists the documents, newest first, of one state if the query names it.',
    scopes: ['knowledge-bases:read'],
    params: ofBase,
    query: DocumentListQuery,
    answer: KnowledgeDocument,
    list: true,
    handle: async ({ platform, caller, params: { id }, query }) =>
      listDocumentPage(platform, caller.workspaceId, id, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/knowledge-bases/:id/documents',
    tag,
    summary: 'Add a document: text, an address, or a file',
    description:
      'Processing goes on after the answer; the document is `ready` or `failed` at its end. The same bytes are one ' +
      'document: adding them again answers it with 200, and tries it again if it failed. An address that is added ' +
      'again is fetched again.',
    scopes: ['knowledge-bases:write'],
    params: ofBase,
    body: DocumentCreate,
    bodyDocument: { json: JsonDocumentCreate, fields: FileDocumentFields },
    multipart: { maxBytes: ({ config }) => config.maxUploadBytes, required: false },
    answer: KnowledgeDocument,
    status: 201,
    otherStatuses: { 200: 'The same bytes were there already.' },
    handle: async ({ platform, caller, params: { id }, body, file }) => {
      const { document, isNew } = await addDocument(platform, caller.workspaceId, id, toInput(body, file));
      return isNew ? document : new Answer(document, 200);
    },
  }),
  versionedRoute({
    method: 'GET',
    path: '/knowledge-bases/:id/documents/:document_id',
    tag,
    summary: 'Get a document',
    description: 'Returns a document with its state, and why it could not be read if it failed.',
    scopes: ['knowledge-bases:read'],
    params,
    answer: KnowledgeDocument,
    handle: async ({ platform, caller, params: { id, document_id: documentId } }) =>
      getDocument(platform, caller.workspaceId, id, documentId),
  }),
  versionedRoute({
    method: 'DELETE',
    path: '/knowledge-bases/:id/documents/:document_id',
    tag,
    summary: 'Delete a document with its chunks',
    description: 'Removes the document from every search at once.',
    scopes: ['knowledge-bases:write'],
    params,
    answer: Deleted,
    handle: async ({ platform, caller, params: { id, document_id: documentId } }) =>
      removeDocument(platform, caller.workspaceId, id, documentId),
  }),
];

function toInput(body: DocumentCreate, file: UploadedFile | undefined): DocumentInput {
  if (file !== undefined) {
    const { metadata } = body;
    if (isJsonBody(body)) throw invalid({ path: 'body', message: 'has a file and a text or url' });
    return { ...file, ...(typeof metadata === 'string' ? { metadata: parseMetadata(metadata) } : {}) };
  }
  if (isJsonBody(body)) return body;
  throw invalid({ path: 'body', message: 'needs a text with its name, a url, or a file' });
}

function isJsonBody(body: DocumentCreate): body is TextDocumentCreate | UrlDocumentCreate {
  return ('text' in body && body.text !== undefined) || ('url' in body && body.url !== undefined);
}

/** In a multipart body every field is text. */
function parseMetadata(text: string): DocumentMetadata {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid({ path: 'body.metadata', message: 'is not valid JSON' });
  }
  return parsePart('body', DocumentMetadataField, { metadata: value }).metadata;
}
