import { z } from 'zod';
import type { ChatRequest } from '../chat-model.ts';
import { lastUserText } from '../last-user-text.ts';
import { queryTerms, rateUnits } from '../text/rate-units.ts';
import { splitUnits, type Unit } from '../text/units.ts';
import { type Draft, say } from './draft.ts';
import { splitTask } from './split-task.ts';
import { summarise } from './summarise.ts';

const Schema = z.record(z.string(), z.unknown());
type Schema = z.infer<typeof Schema>;

/** A JSON value that matches the schema, filled with the text's statements about each field's name and description. */
export function fillSchema(request: ChatRequest, schema: Schema): Draft {
  const prompt = lastUserText(request.messages);
  const passages = (request.passages ?? []).map(({ content }) => content);
  const text = [splitTask(prompt).body || prompt, ...passages].join('\n\n');
  const units = splitUnits(text).slice(0, Math.ceil(maxRatings / Math.max(1, countFields(schema))));
  const summary = lazy(() => summarise(text, { bullets: false, sentences: 2 }));
  return say(JSON.stringify(fill(schema, '', { text, units, summary }), null, 2));
}

/** Maximum units rated for all fields together, which takes about 0.1 s. */
const maxRatings = 5_000;

interface Material {
  text: string;
  units: Unit[];
  summary: () => string;
}

function lazy<Value>(make: () => Value): () => Value {
  let made: { value: Value } | undefined;
  return () => (made ??= { value: make() }).value;
}

function countFields(schema: Schema): number {
  const inner = [...Object.values(asSchema(schema['properties'])), ...('items' in schema ? [schema['items']] : [])];
  return inner.reduce<number>((count, of) => count + countFields(asSchema(of)), 1);
}

function fill(schema: Schema, hint: string, material: Material): unknown {
  const wanted = `${hint} ${readString(schema['title'])} ${readString(schema['description'])}`.trim();
  const options = schema['enum'];
  if (Array.isArray(options)) return chooseOption(options, material.text);
  if ('const' in schema) return schema['const'];
  const type: unknown = Array.isArray(schema['type']) ? schema['type'][0] : schema['type'];
  if (type === 'array') {
    const of = asSchema(schema['items']);
    const filled =
      of['type'] === 'string' || of['type'] === undefined ? bestUnits(wanted, material, 3) : [fill(of, hint, material)];
    return filled.map((item) => (item instanceof Object && 'text' in item ? item.text : item));
  }
  if (type === 'number' || type === 'integer') return findNumber(wanted, material, type === 'integer');
  if (type === 'boolean') return bestUnits(wanted, material, 1).length > 0;
  if (type === 'null') return null;
  if (type === 'string') return fillString(wanted, material);
  const entries = Object.entries(asSchema(schema['properties']));
  return Object.fromEntries(
    entries.map(([name, of]) => [name, fill(asSchema(of), name.replace(/[_-]|(?<=[a-z])(?=[A-Z])/gu, ' '), material)]),
  );
}

function fillString(wanted: string, material: Material): string {
  if (/summar|overview|abstract|description|text|content|answer/iu.test(wanted)) return material.summary();
  const [best] = bestUnits(wanted, material, 1);
  return best?.text ?? material.units[0]?.text ?? '';
}

/** The units that match the wanted text best; the first ones if none does. */
function bestUnits(wanted: string, { units }: Material, most: number): Unit[] {
  if (queryTerms(wanted).length === 0) return units.slice(0, most);
  const ratings = rateUnits(units, wanted);
  const order = [...units.keys()].filter((index) => (ratings[index]?.score ?? 0) > 0);
  order.sort((a, b) => (ratings[b]?.score ?? 0) - (ratings[a]?.score ?? 0));
  const chosen = order.slice(0, most).toSorted((a, b) => a - b);
  const found = chosen.flatMap((index) => units[index] ?? []);
  return found.length > 0 || most === 1 ? found : units.slice(0, most);
}

function findNumber(wanted: string, material: Material, whole: boolean): number {
  const near = [...bestUnits(wanted, material, 1).map((unit) => unit.text), material.text].join('\n');
  const value = Number(/-?\d+(?:\.\d+)?/u.exec(near)?.[0] ?? 0);
  return whole ? Math.trunc(value) : value;
}

/** The option that the text names most often; the first if it names none. */
function chooseOption(options: unknown[], text: string): unknown {
  const lower = text.toLowerCase();
  const counts = options.map((option) =>
    typeof option === 'string' ? lower.split(option.toLowerCase()).length - 1 : 0,
  );
  return options[counts.indexOf(Math.max(...counts))];
}

function asSchema(value: unknown): Schema {
  return Schema.safeParse(value).data ?? {};
}

function readString(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
