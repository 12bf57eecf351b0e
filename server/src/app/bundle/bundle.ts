import { z } from 'zod';
import { replaceOldSettings } from '../../platform/replace-old-settings.ts';

/** The kinds of definitions in a bundle, with their names for people. */
export const kindNames = {
  knowledge_bases: 'knowledge base',
  agents: 'agent',
  workflows: 'workflow',
  triggers: 'trigger',
  chat_interfaces: 'chat interface',
  form_interfaces: 'form interface',
  personas: 'persona',
} as const;
export type Kind = keyof typeof kindNames;

export const kinds: readonly Kind[] = [
  'knowledge_bases',
  'agents',
  'workflows',
  'triggers',
  'chat_interfaces',
  'form_interfaces',
  'personas',
];

/** A resource of the exporting installation, as the body that would create it again. */
const Entry = z.object({ id: z.string(), body: z.record(z.string(), z.unknown()) });
export type Entry = z.infer<typeof Entry>;

const InterfaceEntry = Entry.transform(({ id, body }) => ({ id, body: replaceOldSettings(body) }));

const SourceEntry = Entry.extend({ knowledge_base_id: z.string() });
export type SourceEntry = z.infer<typeof SourceEntry>;

const DocumentEntry = z.object({
  id: z.string(),
  knowledge_base_id: z.string(),
  name: z.string(),
  title: z.string().nullable(),
  source: z.enum(['text', 'file', 'url']),
  url: z.string().nullable(),
  mode: z.enum(['text', 'markdown', 'html']),
  metadata: z.record(z.string(), z.unknown()),
});
export type DocumentEntry = z.infer<typeof DocumentEntry>;

/** A value that a bundle leaves out because it is or may be a secret. */
const LeftOut = z.object({ kind: z.string(), name: z.string(), path: z.string() });
export type LeftOut = z.infer<typeof LeftOut>;

/** The contents of `bundle.json` in a bundle; the bytes of documents are entries beside it. */
export const Bundle = z.object({
  format: z.literal('portico-bundle'),
  format_version: z.literal(1),
  portico_version: z.string(),
  created_at: z.string(),
  knowledge_bases: z.array(Entry),
  sources: z.array(SourceEntry),
  documents: z.array(DocumentEntry),
  agents: z.array(Entry),
  workflows: z.array(Entry),
  triggers: z.array(Entry),
  chat_interfaces: z.array(InterfaceEntry),
  form_interfaces: z.array(InterfaceEntry),
  personas: z.array(Entry),
  left_out: z.array(LeftOut),
});
export type Bundle = z.infer<typeof Bundle>;

/** The name of a resource for people. */
export function nameOf({ id, body }: Entry): string {
  const [first] = Array.isArray(body['urls']) ? body['urls'] : [];
  const name: unknown = body['name'] ?? body['title'] ?? body['url'] ?? first;
  return typeof name === 'string' && name !== '' ? name : id;
}

/** The identifiers of resources that definitions refer to. */
const resourceId = /\b(?:agt|wf|kb|trg|chi|fmi|per)_[0-9a-z]{26}\b/g;

export function findIds(value: unknown): string[] {
  return [...new Set(JSON.stringify(value).match(resourceId))];
}

/** The text in parts: those at odd places are its identifiers. */
export function splitAtIds(text: string): string[] {
  return text.split(new RegExp(`(${resourceId.source})`));
}

/** The value with every identifier replaced, also inside of texts; unknown ones stay as they are. */
export function mapIds<T>(value: T, replace: (id: string) => string | undefined): T {
  return JSON.parse(JSON.stringify(value).replace(resourceId, (id) => replace(id) ?? id));
}
