import { SourceCreate } from '@portico/shared-types';
import { z } from 'zod';
import { changeAgent } from '../../features/agents/index.ts';
import { addDocument } from '../../features/knowledge-bases/index.ts';
import { createSource } from '../../features/sources/index.ts';
import { changeWorkflow } from '../../features/workflows/index.ts';
import { ApiError } from '../../platform/errors.ts';
import { parsePart } from '../../platform/http/parse.ts';
import type { AppPlatform } from '../compose.ts';
import { type Bundle, type Entry, findIds, type Kind, kindNames, type LeftOut, mapIds, nameOf } from './bundle.ts';
import { creators } from './creators.ts';
import { readSources } from './export-bundle.ts';
import { matchExisting, toSortedJson } from './match-existing.ts';
import { maxRenames, renamedSlug } from './rename.ts';
import type { Staged } from './stage-documents.ts';

interface Line {
  readonly kind: string;
  readonly name: string;
}

/** What an import has done, or would do. */
export interface ImportReport {
  readonly created: (Line & { readonly from: string; readonly id: string })[];
  readonly existing: (Line & { readonly id: string })[];
  readonly renamed: (Line & { readonly from: string; readonly to: string })[];
  readonly secrets: (Line & { readonly text: string })[];
  readonly refused: (Line & { readonly reason: string })[];
  /** Secrets of created resources, which the bundle doesn't have. */
  leftOut: readonly LeftOut[];
  documents: number;
}

interface Given {
  readonly bundle: Bundle;
  readonly staged: Staged;
  readonly rename: boolean;
}

const Details = z.object({
  fields: z.array(z.object({ path: z.string(), message: z.string(), code: z.string().optional() })),
});
/** A definition that is replaced once every workflow that it calls exists. */
const placeholder = { nodes: [{ id: 'none', type: 'template', config: { text: '' } }], edges: [], outputs: {} };

/** One import; it must run in a transaction, and collects what is refused instead of stopping at the first. */
export class BundleImport {
  readonly #platform: AppPlatform;
  readonly #workspaceId: string;
  readonly #given: Given;
  /** The new ids by those of the bundle. */
  #ids = new Map<string, string>();
  readonly #refused = new Map<string, string>();
  readonly #report: ImportReport = {
    created: [],
    existing: [],
    renamed: [],
    secrets: [],
    refused: [],
    leftOut: [],
    documents: 0,
  };

  constructor(platform: AppPlatform, workspaceId: string, given: Given) {
    this.#platform = platform;
    this.#workspaceId = workspaceId;
    this.#given = given;
  }

  async importAll(): Promise<ImportReport> {
    const { bundle, rename } = this.#given;
    this.#ids = await matchExisting(this.#platform, this.#workspaceId, bundle, rename);
    for (const entry of bundle.knowledge_bases) await this.#add('knowledge_bases', entry);
    for (const source of bundle.sources) await this.#addSource(source);
    for (const document of bundle.documents) await this.#addDocument(document);
    // Agents call workflows and workflows call agents, so the tools that run workflows are added afterwards.
    const late = bundle.agents.filter(
      (entry) => !this.#ids.has(entry.id) && listTools(entry, isWorkflowTool).length > 0,
    );
    for (const entry of bundle.agents) {
      const tools = listTools(entry, (tool) => !isWorkflowTool(tool));
      await this.#add('agents', { ...entry, body: { ...entry.body, tools } });
    }
    await this.#addWorkflows();
    for (const entry of late) {
      await this.#change('agents', entry, async (id, body) =>
        changeAgent(this.#platform, this.#workspaceId, id, { tools: body['tools'] }),
      );
    }
    for (const kind of ['triggers', 'chat_interfaces', 'form_interfaces', 'personas'] as const) {
      for (const entry of bundle[kind]) await this.#add(kind, entry);
    }
    const { created } = this.#report;
    this.#report.leftOut = bundle.left_out.filter((left) =>
      created.some(({ kind, name }) => kind === left.kind && name === left.name),
    );
    return this.#report;
  }

  /** Each workflow after those that it calls; of workflows that call each other, one begins as a placeholder. */
  async #addWorkflows(): Promise<void> {
    const open = new Map(this.#given.bundle.workflows.map((entry) => [entry.id, entry]));
    const late: Entry[] = [];
    while (open.size > 0) {
      const entries = [...open.values()];
      const ready = entries.find(({ id, body }) => this.#ids.has(id) || findIds(body).every((used) => !open.has(used)));
      const [first] = entries;
      const entry = ready ?? first;
      if (entry === undefined) return;
      open.delete(entry.id);
      if (ready === undefined) late.push(entry);
      await this.#add(
        'workflows',
        ready === undefined ? { ...entry, body: { ...entry.body, definition: placeholder } } : entry,
      );
    }
    for (const entry of late) {
      await this.#change('workflows', entry, async (id, body) =>
        changeWorkflow(this.#platform, this.#workspaceId, id, { definition: body['definition'] }),
      );
    }
  }

  async #add(kind: Kind, entry: Entry): Promise<void> {
    const line = { kind: kindNames[kind], name: nameOf(entry) };
    const existing = this.#ids.get(entry.id);
    if (existing !== undefined) {
      this.#report.existing.push({ ...line, id: existing });
      return;
    }
    await this.#collect(entry, line, async () => {
      const { id, secret, slug } = await this.#create(kind, this.#map(entry.body));
      this.#ids.set(entry.id, id);
      this.#report.created.push({ ...line, from: entry.id, id });
      if (secret !== undefined) this.#report.secrets.push({ ...line, text: secret });
      if (slug !== undefined) this.#report.renamed.push({ ...line, ...slug });
    });
  }

  /** Creates a resource, with another slug if its own is taken and that is wanted. */
  async #create(
    kind: Kind,
    body: Entry['body'],
  ): Promise<{ id: string; secret?: string; slug?: { from: string; to: string } }> {
    const from = body['slug'];
    for (let attempt = 1; ; attempt += 1) {
      const to = typeof from === 'string' ? renamedSlug(from, attempt) : from;
      try {
        const wanted = to === undefined ? body : { ...body, slug: to };
        const { id, secret } = await creators[kind](this.#platform, this.#workspaceId, wanted);
        const made = secret === undefined ? { id } : { id, secret };
        return typeof from === 'string' && typeof to === 'string' && to !== from
          ? { ...made, slug: { from, to } }
          : made;
      } catch (error) {
        if (!this.#given.rename || !isSlugTaken(error) || attempt > maxRenames) throw error;
      }
    }
  }

  async #change(
    kind: Kind,
    entry: Entry,
    change: (id: string, body: Entry['body']) => Promise<unknown>,
  ): Promise<void> {
    const id = this.#ids.get(entry.id);
    if (id === undefined) return;
    await this.#collect(entry, { kind: kindNames[kind], name: nameOf(entry) }, async () =>
      change(id, this.#map(entry.body)),
    );
  }

  async #addSource({ knowledge_base_id: baseId, ...entry }: Bundle['sources'][number]): Promise<void> {
    const base = this.#ids.get(baseId);
    if (base === undefined) return;
    const line = { kind: 'source', name: nameOf(entry) };
    const known = await readSources(this.#platform, this.#workspaceId, base);
    const same = known.find(({ body }) => toSortedJson(body) === toSortedJson(entry.body));
    if (same !== undefined) {
      this.#report.existing.push({ ...line, id: same.id });
      return;
    }
    await this.#collect(entry, line, async () => {
      const body = parsePart('body', SourceCreate, entry.body);
      const { id } = await createSource(this.#platform, this.#workspaceId, base, body);
      this.#report.created.push({ ...line, from: entry.id, id });
    });
  }

  async #addDocument(document: Bundle['documents'][number]): Promise<void> {
    const base = this.#ids.get(document.knowledge_base_id);
    if (base === undefined) return;
    const entry = { id: document.id, body: {} };
    await this.#collect(entry, { kind: 'document', name: document.name }, async () => {
      const input = await this.#given.staged.readInput(document);
      const { isNew } = await addDocument(this.#platform, this.#workspaceId, base, input);
      if (isNew) this.#report.documents += 1;
    });
  }

  /** Collects why an entry is refused. One that refers to a refused entry is not tried, because it would fail. */
  async #collect(entry: Entry, line: Line, work: () => Promise<unknown>): Promise<void> {
    const refuse = (reason: string): void => {
      this.#refused.set(entry.id, `${line.kind} "${line.name}"`);
      this.#report.refused.push({ ...line, reason });
    };
    const [missing] = findIds(entry.body).flatMap((id) => (id === entry.id ? [] : (this.#refused.get(id) ?? [])));
    if (missing !== undefined) {
      refuse(`uses the ${missing}, which can't be imported`);
      return;
    }
    try {
      await work();
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      const details = Details.safeParse(error.details);
      if (!details.success || details.data.fields.length === 0) refuse(error.message);
      for (const { path, message } of details.data?.fields ?? []) refuse(`${path.replace(/^body\.?/, '')} ${message}`);
      if (isSlugTaken(error)) refuse(`the slug is "${String(entry.body['slug'])}"; --rename gives it another one`);
    }
  }

  #map<T>(value: T): T {
    return mapIds(value, (id) => this.#ids.get(id));
  }
}

function listTools({ body }: Entry, isWanted: (tool: unknown) => boolean): unknown[] {
  return Array.isArray(body['tools']) ? body['tools'].filter((tool) => isWanted(tool)) : [];
}

function isWorkflowTool(tool: unknown): boolean {
  return typeof tool === 'object' && tool !== null && 'type' in tool && tool.type === 'workflow';
}

function isSlugTaken(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  const details = Details.safeParse(error.details);
  return details.data?.fields.some(({ path, code }) => path === 'body.slug' && code === 'taken') === true;
}
