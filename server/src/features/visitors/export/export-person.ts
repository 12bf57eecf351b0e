import { Readable } from 'node:stream';
import type { DataSubject } from '@portico/shared-types';
import { addEntry, type Archive, openIfKept } from '../../../platform/archive.ts';
import { ignoreMissing, notFound } from '../../../platform/errors.ts';
import { downloadArchive } from '../../../platform/http/download-archive.ts';
import { readInBatches } from '../../../platform/http/download-table.ts';
import type { RawAnswer } from '../../../platform/http/route.ts';
import type { Platform } from '../../../platform/platform.ts';
import { recordChange } from '../../audit-log/index.ts';
import { findConversationsOfThreads } from '../../conversations/index.ts';
import { getExecution, pageNodeRuns } from '../../executions/index.ts';
import { findSubmissionRecords } from '../../form-interfaces/index.ts';
import { getMessages } from '../../threads/index.ts';
import { describeSubject, referenceOf } from '../person/describe-subject.ts';
import { findPerson, identifiersOf, isUnknown, type Person } from '../person/find-person.ts';
import { findTraits } from '../person/find-traits.ts';
import { readme } from './readme.ts';
import {
  listFilesAfter,
  listMessagesAfter,
  listNotesAfter,
  listQuestionsAfter,
  listVisitorRecords,
  listVisitsAfter,
  type Numbered,
  type PersonalFile,
  type PlacedMessage,
} from './records.sql.ts';

/** Rows that are in memory at once; executions and submissions can be megabytes each. */
const batchSize = 100;
const largeBatchSize = 5;

/**
 * Everything that a person has left in the workspace, as a ZIP archive that is written while it is downloaded. Throws
 * 404 if there is nothing.
 */
export async function exportPerson(platform: Platform, workspaceId: string, subject: DataSubject): Promise<RawAnswer> {
  const { sql } = platform.database;
  const traits = await findTraits(sql, workspaceId, subject);
  const person = await findPerson(sql, workspaceId, traits);
  if (isUnknown(person)) throw notFound('visitor', describeSubject(subject));
  const reference = referenceOf(platform, workspaceId, subject);
  await recordChange(sql, {
    workspaceId,
    action: 'export.created',
    resource: { id: reference, name: 'visitor' },
    after: { found_by: Object.keys(subject)[0] },
  });
  const request = {
    reference,
    workspace_id: workspaceId,
    request: subject,
    identifiers: identifiersOf(person, traits),
  };
  return downloadArchive(reference, async (archive) => {
    const records: Record<string, number> = {};
    for (const [name, batches] of Object.entries(recordsOf(platform, workspaceId, person))) {
      const counted = { rows: 0 };
      await addEntry(archive, `${name}.jsonl`, Readable.from(toLines(batches, counted)));
      records[name] = counted.rows;
    }
    const files = await addFiles(archive, platform, workspaceId, person);
    const manifest = { format: 'portico-visitor', format_version: 1, created_at: new Date().toISOString(), ...request };
    archive.zip.addBuffer(
      Buffer.from(`${JSON.stringify({ ...manifest, records, files }, null, 2)}\n`),
      'manifest.json',
    );
    archive.zip.addBuffer(Buffer.from(readme), 'README.txt');
    archive.zip.end();
  });
}

type Batches = AsyncIterable<readonly object[]>;

/** The records of the archive: the name of each file, and its rows. */
function recordsOf(platform: Platform, workspaceId: string, person: Person): Readonly<Record<string, Batches>> {
  const { sql } = platform.database;
  const visitors = person.visitors.map(({ id }) => id);
  const { threadIds, innerThreadIds, executionIds } = person;
  const submissions = person.submissions.map(({ id }) => id);
  const numbered = (read: (lastId: string | undefined, limit: number) => Promise<Numbered[]>): Batches =>
    readInBatches<Numbered>(batchSize, async (last, limit) => read(last?.id, limit));
  return {
    visitors: inParts(visitors, batchSize, async (ids) => listVisitorRecords(sql, ids)),
    visits: numbered(async (last, limit) => listVisitsAfter(sql, visitors, last, limit)),
    conversations: inParts(threadIds, batchSize, async (ids) => findConversationsOfThreads(sql, workspaceId, ids)),
    messages: readMessages(platform, workspaceId, [...threadIds, ...innerThreadIds]),
    notes: numbered(async (last, limit) => listNotesAfter(sql, threadIds, last, limit)),
    questions: numbered(async (last, limit) => listQuestionsAfter(sql, threadIds, last, limit)),
    submissions: inParts(submissions, largeBatchSize, async (ids) => findSubmissionRecords(platform, workspaceId, ids)),
    executions: inParts(executionIds, 1, async ([id = '']) => readExecution(platform, workspaceId, id)),
    execution_nodes: readNodes(platform, workspaceId, executionIds),
  };
}

async function* inParts(
  ids: readonly string[],
  size: number,
  read: (part: readonly string[]) => Promise<readonly object[]>,
): AsyncGenerator<readonly object[]> {
  for (let at = 0; at < ids.length; at += size) yield read(ids.slice(at, at + size));
}

async function* readMessages(
  platform: Platform,
  workspaceId: string,
  threadIds: readonly string[],
): AsyncGenerator<readonly object[]> {
  const { sql } = platform.database;
  for (const threadId of threadIds) {
    const places = readInBatches<PlacedMessage>(batchSize, async (last, limit) =>
      listMessagesAfter(sql, workspaceId, threadId, last?.place, limit),
    );
    for await (const rows of places) {
      yield getMessages(
        platform,
        { workspaceId, threadId },
        rows.map(({ id }) => id),
      );
    }
  }
}

/** None if the execution was deleted in the meantime. */
async function readExecution(platform: Platform, workspaceId: string, id: string): Promise<readonly object[]> {
  const execution = await getExecution(platform, workspaceId, id).catch(ignoreMissing);
  return execution === undefined ? [] : [execution];
}

/** As a reader without any scope sees them: the archive is for a visitor. */
async function* readNodes(
  platform: Platform,
  workspaceId: string,
  executionIds: readonly string[],
): AsyncGenerator<readonly object[]> {
  for (const id of executionIds) {
    if ((await readExecution(platform, workspaceId, id)).length === 0) continue;
    for (let page = 1, read = 0, total = 1; read < total; page += 1) {
      const nodes = await pageNodeRuns(platform, { workspaceId, scopes: [] }, id, { page, per_page: largeBatchSize });
      if (nodes.items.length === 0) break;
      yield nodes.items.map((node) => ({ execution_id: id, ...node }));
      read += nodes.items.length;
      total = nodes.total;
    }
  }
}

async function* toLines(batches: Batches, counted: { rows: number }): AsyncGenerator<string> {
  for await (const rows of batches) {
    counted.rows += rows.length;
    for (const row of rows) yield `${JSON.stringify(row)}\n`;
  }
}

/** Adds the uploaded files, and a list of them; a file that was removed in the meantime is not listed. */
async function addFiles(
  archive: Archive,
  { database, storage }: Platform,
  workspaceId: string,
  { threadIds, innerThreadIds, submissions }: Person,
): Promise<{ count: number; bytes: number }> {
  const of = {
    threadIds: [...threadIds, ...innerThreadIds],
    fileIds: submissions.flatMap(({ file_ids: ids }) => ids),
  };
  const counted = { count: 0, bytes: 0 };
  const lines: string[] = [];
  const batches = readInBatches<PersonalFile>(batchSize, async (last, limit) =>
    listFilesAfter(database.sql, workspaceId, of, last?.id, limit),
  );
  for await (const rows of batches) {
    for (const { storage_key: key, ...file } of rows) {
      const bytes = await openIfKept(storage, key);
      if (bytes === undefined) continue;
      const path = `files/${file.id}/${toEntryName(file.file_name)}`;
      await addEntry(archive, path, bytes);
      lines.push(JSON.stringify({ ...file, path }));
      counted.count += 1;
      counted.bytes += file.file_size;
    }
  }
  archive.zip.addBuffer(Buffer.from(lines.map((line) => `${line}\n`).join('')), 'files.jsonl');
  return counted;
}

/** A visitor's name for a file without anything that a path or a file system interprets. */
function toEntryName(name: string): string {
  // oxlint-disable-next-line no-control-regex
  const safe = name.replaceAll(/[/\\:*?"<>|\u0000-\u001f]/g, '_').replace(/^\.+/, '_');
  return safe === '' ? 'file' : safe;
}
