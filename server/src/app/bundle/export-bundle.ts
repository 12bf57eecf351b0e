import { createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import { listAgentDefinitions } from '../../features/agents/index.ts';
import { listChatDefinitions } from '../../features/chat-interfaces/index.ts';
import { listFormDefinitions } from '../../features/form-interfaces/index.ts';
import {
  listKnowledgeBaseDefinitions,
  listOwnDocuments,
  type OwnDocument,
} from '../../features/knowledge-bases/index.ts';
import { listPersonaDefinitions } from '../../features/personas/index.ts';
import { listSourceDefinitions } from '../../features/sources/index.ts';
import { listTriggerDefinitions } from '../../features/triggers/index.ts';
import { listWorkflowDefinitions } from '../../features/workflows/index.ts';
import { addEntry, type Archive, openIfKept } from '../../platform/archive.ts';
import { readInBatches } from '../../platform/http/download-table.ts';
import type { Platform } from '../../platform/platform.ts';
import { publishFile } from '../../platform/publish-file.ts';
import type { Definition } from '../../platform/select-page.ts';
import { type Bundle, type DocumentEntry, type Entry, type Kind, kindNames, type LeftOut, nameOf } from './bundle.ts';
import { leaveOutSecrets } from './leave-out-secrets.ts';

/** How the definitions of each kind are read. */
const readers: Readonly<Record<Kind, (platform: Platform, workspaceId: string) => Promise<Definition<object>[]>>> = {
  knowledge_bases: listKnowledgeBaseDefinitions,
  agents: listAgentDefinitions,
  workflows: listWorkflowDefinitions,
  triggers: listTriggerDefinitions,
  chat_interfaces: listChatDefinitions,
  form_interfaces: listFormDefinitions,
  personas: listPersonaDefinitions,
};

/** The definitions of a kind without secrets; `leave` gets the path of each secret. */
export async function readEntries(
  platform: Platform,
  workspaceId: string,
  kind: Kind,
  leave: (left: LeftOut) => void = () => undefined,
): Promise<Entry[]> {
  const definitions = await readers[kind](platform, workspaceId);
  return definitions.map((definition) => toEntry(kindNames[kind], definition, leave));
}

/** The sources of a knowledge base without secrets. */
export async function readSources(
  platform: Platform,
  workspaceId: string,
  knowledgeBaseId: string,
  leave: (left: LeftOut) => void = () => undefined,
): Promise<Entry[]> {
  const definitions = await listSourceDefinitions(platform, workspaceId, knowledgeBaseId);
  return definitions.map((definition) => toEntry('source', definition, leave));
}

function toEntry(kind: string, { id, body }: Definition<object>, leave: (left: LeftOut) => void): Entry {
  const name = nameOf({ id, body: { ...body } });
  // Values that JSON doesn't have are left out.
  const plain: unknown = JSON.parse(JSON.stringify(body));
  const kept = leaveOutSecrets(plain, (path) => leave({ kind, name, path }));
  return { id, body: Object.fromEntries(Object.entries(kept ?? {})) };
}

export interface ExportOptions {
  readonly withDocuments: boolean;
}

/**
 * Writes the definitions of a workspace into a ZIP archive at `path` (mode 0600), which appears there only once it is
 * complete.
 * @throws StartError if the file exists or can't be written.
 */
export async function exportBundle(
  platform: Platform,
  workspaceId: string,
  path: string,
  { withDocuments }: ExportOptions,
): Promise<{ bundle: Bundle; files: number }> {
  return publishFile(path, async (draft) => {
    const zip = new ZipFile();
    // The error of each entry is reported where the entry is added.
    zip.on('error', () => undefined);
    const stop = new AbortController();
    const output = createWriteStream(draft, { flags: 'wx', mode: 0o600 });
    const writing = pipeline(zip.outputStream, output).catch((error: unknown) => {
      stop.abort();
      throw error;
    });
    const filling = fill({ zip, signal: stop.signal }, platform, workspaceId, withDocuments).catch((error: unknown) => {
      zip.end();
      throw error;
    });
    return (await Promise.all([writing, filling]))[1];
  });
}

async function fill(
  archive: Archive,
  platform: Platform,
  workspaceId: string,
  withDocuments: boolean,
): Promise<{ bundle: Bundle; files: number }> {
  const leftOut: LeftOut[] = [];
  const leave = (left: LeftOut): void => void leftOut.push(left);
  const read = async (kind: Kind): Promise<Entry[]> => readEntries(platform, workspaceId, kind, leave);
  const bundle: Bundle = {
    format: 'portico-bundle',
    format_version: 1,
    portico_version: platform.version,
    created_at: new Date().toISOString(),
    knowledge_bases: await read('knowledge_bases'),
    sources: [],
    documents: [],
    agents: await read('agents'),
    workflows: await read('workflows'),
    triggers: await read('triggers'),
    chat_interfaces: await read('chat_interfaces'),
    form_interfaces: await read('form_interfaces'),
    personas: await read('personas'),
    left_out: leftOut,
  };
  let files = 0;
  for (const { id } of bundle.knowledge_bases) {
    for (const source of await readSources(platform, workspaceId, id, leave)) {
      bundle.sources.push({ ...source, knowledge_base_id: id });
    }
    if (!withDocuments) continue;
    for await (const documents of readInBatches<OwnDocument>(100, async (last, limit) =>
      listOwnDocuments(platform.database.sql, id, last?.id, limit),
    )) {
      for (const document of documents) {
        if (!(await addDocument(archive, platform, document))) continue;
        bundle.documents.push(toDocumentEntry(id, document));
        if (document.storage_key !== null) files += 1;
      }
    }
  }
  archive.zip.addBuffer(Buffer.from(JSON.stringify(bundle, null, 2)), 'bundle.json');
  archive.zip.end();
  return { bundle, files };
}

/** Adds the bytes of a document; false if it was deleted in the meantime. */
async function addDocument(
  archive: Archive,
  { storage }: Platform,
  { id, storage_key: key, source }: OwnDocument,
): Promise<boolean> {
  // What an address had is fetched again.
  if (source === 'url') return true;
  const bytes = key === null ? undefined : await openIfKept(storage, key);
  if (bytes === undefined) return false;
  await addEntry(archive, `documents/${id}`, bytes);
  return true;
}

function toDocumentEntry(
  knowledgeBaseId: string,
  { id, name, title, source, url, mode, metadata }: OwnDocument,
): DocumentEntry {
  return { id, knowledge_base_id: knowledgeBaseId, name, title, source, url, mode, metadata: { ...metadata } };
}
