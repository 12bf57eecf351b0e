import {
  type TextDocumentCreate,
  type UrlDocumentCreate,
  AllDocumentsQuery,
  Deleted,
  DocumentChunk,
  DocumentCreate,
  DocumentListQuery,
  DocumentMetadata,
  FileDocumentFields,
  JsonDocumentCreate,
  KnowledgeDocument,
  PageQuery,
} from '@portico/shared-types';
import { z } from 'zod';
import { invalid } from '../../platform/errors.ts';
import { parsePart, refuseUnstorable } from '../../platform/http/parse.ts';
import { Answer, type UploadedFile } from '../../platform/http/route.ts';
import { routesOn } from '../../platform/http/routes-on.ts';
import type { Platform } from '../../platform/platform.ts';
import { listChunkPage, refreshDocument, replaceDocument } from './documents/change-document.ts';
import {
  addDocument,
  type DocumentInput,
  getDocument,
  getDocumentOfAnyBase,
  listDocumentPage,
  listDocumentsOfAllBases,
  removeDocument,
} from './documents/documents.service.ts';

const { versionedRoute } = routesOn<Platform>();

const tag = 'Knowledge bases';
const DocumentMetadataField = z.object({ metadata: DocumentMetadata });
const ofBase = { id: 'knowledge base' };
const params = { ...ofBase, document_id: 'document' };
const multipart = {
  maxBytes: ({ config }: Platform) => config.maxUploadBytes,
  required: false,
  // `metadata` is the longest field: 20,000 characters, of three bytes each.
  maxFieldBytes: 65_536,
  fields: DocumentCreate,
};

export const documentRoutes = [
  versionedRoute({
    method: 'GET',
    path: '/documents',
    tag,
    summary: 'List the documents of all knowledge bases',
    description: 'Lists the documents, newest first. The query can limit them to one knowledge base and one state.',
    scopes: ['knowledge-bases:read'],
    query: AllDocumentsQuery,
    answer: KnowledgeDocument,
    list: true,
    handle: async ({ platform, caller, query }) => listDocumentsOfAllBases(platform, caller.workspaceId, query),
  }),
  versionedRoute({
    method: 'GET',
    path: '/documents/:document_id',
    tag,
    summary: 'Get a document of any knowledge base',
    description: 'Finds the document of a citation, which does not name the knowledge base.',
    scopes: ['knowledge-bases:read'],
    params: { document_id: 'document' },
    answer: KnowledgeDocument,
    handle: async ({ platform, caller, params: { document_id: documentId } }) =>
      getDocumentOfAnyBase(platform, caller.workspaceId, documentId),
  }),
  versionedRoute({
    method: 'GET',
    path: '/knowledge-bases/:id/documents',
    tag,
    summary: 'List the documents of a knowledge base',
    description: 'Lists the documents, newest first. The query can limit them to one state.',
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
      'Processing continues after the response and ends with the state `ready` or `failed`. If you add the same bytes again, the existing document is returned with 200, and is processed again if it had failed. If you add an address again, it is fetched again.',
    scopes: ['knowledge-bases:write'],
    params: ofBase,
    body: JsonDocumentCreate,
    bodyDocument: { fields: FileDocumentFields },
    multipart,
    answer: KnowledgeDocument,
    status: 201,
    otherStatuses: { 200: 'A document with the same bytes already exists.' },
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
    method: 'PUT',
    path: '/knowledge-bases/:id/documents/:document_id',
    tag,
    summary: 'Replace a document’s content',
    description:
      'Accepts the same body as adding a document. The old content stays searchable until the new content is ready. A page of a source keeps its address unless the body has another `url`, and is overwritten when the page changes.',
    scopes: ['knowledge-bases:write'],
    params,
    body: JsonDocumentCreate,
    bodyDocument: { fields: FileDocumentFields },
    multipart,
    answer: KnowledgeDocument,
    handle: async ({ platform, caller, params: { id, document_id: documentId }, body, file }) =>
      replaceDocument(platform, caller.workspaceId, id, documentId, toInput(body, file)),
  }),
  versionedRoute({
    method: 'GET',
    path: '/knowledge-bases/:id/documents/:document_id/chunks',
    tag,
    summary: 'List a document’s chunks',
    description: 'Lists the indexed chunks of the document in their order.',
    scopes: ['knowledge-bases:read'],
    params,
    query: PageQuery,
    answer: DocumentChunk,
    list: true,
    handle: async ({ platform, caller, params: { id, document_id: documentId }, query }) =>
      listChunkPage(platform, caller.workspaceId, id, documentId, query),
  }),
  versionedRoute({
    method: 'POST',
    path: '/knowledge-bases/:id/documents/:document_id/refresh',
    tag,
    summary: 'Fetch a document’s address again',
    description: 'Processing continues after the response. Texts and files have no address to fetch: 400.',
    scopes: ['knowledge-bases:write'],
    params,
    answer: KnowledgeDocument,
    status: 202,
    handle: async ({ platform, caller, params: { id, document_id: documentId } }) =>
      refreshDocument(platform, caller.workspaceId, id, documentId),
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
    if (isText(body)) throw invalid({ path: 'body', message: 'must not have both a file and a text' });
    const { metadata, title, url } = body;
    const about = { ...(title === undefined ? {} : { title }), ...(url === undefined ? {} : { url }) };
    return { ...file, ...about, ...(typeof metadata === 'string' ? { metadata: parseMetadata(metadata) } : {}) };
  }
  if (isText(body) || isAddress(body)) return body;
  throw invalid({ path: 'body', message: 'needs a text with its name, a url, or a file' });
}

function isText(body: DocumentCreate): body is TextDocumentCreate {
  return 'text' in body && body.text !== undefined;
}

function isAddress(body: DocumentCreate): body is UrlDocumentCreate {
  return 'mode' in body;
}

/** All fields of a multipart body are text. */
function parseMetadata(text: string): DocumentMetadata {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw invalid({ path: 'body.metadata', message: 'is not valid JSON' });
  }
  refuseUnstorable('body.metadata', text, value);
  return parsePart('body', DocumentMetadataField, { metadata: value }).metadata;
}
