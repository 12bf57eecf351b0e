import * as wire from '@portico/shared-types';
import { z } from 'zod';
import { describeProperties } from './describe-properties.ts';
import { isRecord } from '../../is-record.ts';
import type { Json } from './json.ts';
import { addDiscriminators } from './discriminate.ts';

/** A schema differs between requests (defaults may be left out) and responses (they are present). */
type Direction = 'input' | 'output';
type Events = Readonly<Record<string, z.ZodType>>;

const components = '#/components/schemas/';

/**
 * The schemas of the document. Exports of shared-types become components with the same name, a stream's events a union
 * of components; other schemas are inlined. Until `finish`, references include their direction.
 */
export class SchemaBook {
  private readonly names = new Map<z.ZodType, string>();
  private readonly unions = new Map<Events, string>();
  private readonly registry = z.registry<{ id: string }>();
  private readonly known: Record<Direction, Readonly<Record<string, Json>>>;

  constructor() {
    for (const [name, value] of Object.entries(wire)) {
      if (value instanceof z.ZodType) this.name(value, name);
      else if (name.endsWith('Events')) this.nameEvents(value as Events, singular(name));
    }
    this.known = { input: this.convertAll('input'), output: this.convertAll('output') };
  }

  nameOf(schema: z.ZodType): string | undefined {
    return this.names.get(schema);
  }

  /**
   * A reference to a component, or the schema itself if it has no name; `place` finds the descriptions of its
   * properties.
   */
  use(schema: z.ZodType, direction: Direction, place = ''): Json {
    const name = this.names.get(schema);
    return name === undefined ? this.inline(schema, direction, place) : { $ref: `${components}${name}@${direction}` };
  }

  /** The schema itself; its parts may be references. */
  inline(schema: z.ZodType, direction: Direction, place = ''): Json {
    const name = this.names.get(schema);
    if (name !== undefined) return this.known[direction][name] ?? {};
    const converted = z.toJSONSchema(schema, { io: direction, unrepresentable: 'any', metadata: this.registry });
    const { $schema: _, $defs: __, ...rest } = converted;
    return describeProperties(point(rest, /^#\/\$defs\//, direction), place);
  }

  /** The union of a stream's events. */
  useEvents(events: Events): { name: string; ref: Json } {
    const name = this.unions.get(events);
    if (name === undefined) throw new Error('the events of a route are not exported by shared-types');
    return { name, ref: { $ref: `${components}${name}@output` } };
  }

  /** Adds the components that are used, under their final names. */
  finish(document: Json): Json {
    const used = new Set<string>();
    const pending = [...listReferences(document)];
    for (let key = pending.pop(); key !== undefined; key = pending.pop()) {
      if (used.has(key)) continue;
      used.add(key);
      pending.push(...listReferences(this.find(key)));
    }
    const different = this.findDifferent();
    const finalName = (key: string): string => {
      const [name = '', direction] = key.split('@');
      const isTwin = direction === 'input' && different.has(name) && used.has(`${name}@output`);
      return isTwin ? `${name}Input` : name;
    };
    const settle = (value: Json): Json =>
      turnReferences(value, (ref) =>
        ref.startsWith(components) ? components + finalName(ref.slice(components.length)) : ref,
      ) as Json;
    const schemas = Object.fromEntries(
      [...used]
        .map((key) => [finalName(key), settle(this.find(key))] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    );
    const settled = settle(document);
    return { ...settled, components: { schemas: addDiscriminators(schemas), ...(settled['components'] as Json) } };
  }

  private find(key: string): Json {
    const [name = '', direction] = key.split('@');
    return this.known[direction as Direction][name] ?? {};
  }

  private name(schema: z.ZodType, name: string): void {
    if (this.names.has(schema)) return;
    this.names.set(schema, name);
    this.registry.add(schema, { id: name });
  }

  private nameEvents(events: Events, union: string): void {
    const members = Object.entries(events).map(([event, data]) => {
      const member = z.object({ id: z.int().min(1).optional(), event: z.literal(event), data });
      this.name(member, `${union}${pascal(event)}`);
      return member;
    });
    this.name(z.union(members), union);
    this.unions.set(events, union);
  }

  private convertAll(direction: Direction): Record<string, Json> {
    const { schemas } = z.toJSONSchema(this.registry, { io: direction, unrepresentable: 'any', uri: (id) => id });
    return Object.fromEntries(
      Object.entries(schemas).map(([name, { $schema: _, $id: __, ...schema }]) => [
        name,
        describeProperties(point(schema, /^/, direction), name),
      ]),
    );
  }

  /** Names of components that differ between the two directions, in themselves or in what they refer to. */
  private findDifferent(): Set<string> {
    const { input, output } = this.known;
    const bare = (schema: Json | undefined): string => JSON.stringify(schema).replaceAll(/@(in|out)put"/g, '"');
    const different = new Set(Object.keys(input).filter((name) => bare(input[name]) !== bare(output[name])));
    for (let before = -1; before !== different.size;) {
      before = different.size;
      for (const [name, schema] of Object.entries(input)) {
        if (listReferences(schema).some((key) => different.has(key.split('@')[0] ?? ''))) different.add(name);
      }
    }
    return different;
  }
}

/** Turns zod's references into ours: to the component, with the direction. */
function point(schema: object, prefix: RegExp, direction: Direction): Json {
  const ours = turnReferences(schema, (ref) => `${components}${ref.replace(prefix, '')}@${direction}`);
  return tidy(ours) as Json;
}

function turnReferences(value: unknown, turn: (ref: string) => string): unknown {
  if (Array.isArray(value)) return value.map((entry) => turnReferences(entry, turn));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, child]) => [
      name,
      name === '$ref' && typeof child === 'string' ? turn(child) : turnReferences(child, turn),
    ]),
  );
}

function listReferences(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(listReferences);
  if (!isRecord(value)) return [];
  return Object.entries(value).flatMap(([name, child]) =>
    name === '$ref' && typeof child === 'string' && child.startsWith(components)
      ? [child.slice(components.length)]
      : listReferences(child),
  );
}

/** `executionEvents` → `ExecutionEvent`. */
function singular(name: string): string {
  return pascal(name.replace(/s$/, ''));
}

/** `node:tool_call` → `NodeToolCall`. */
function pascal(text: string): string {
  return text
    .split(/[^A-Za-z0-9]+/)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');
}

/** Removes parts of a schema that carry no information. */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isRecord(value)) return value;
  const entries = Object.entries(value)
    .filter(([name, child]) => !saysNothing(name, child))
    .map(([name, child]) => [name, tidy(child)] as const);
  return Object.fromEntries(entries);
}

function saysNothing(name: string, value: unknown): boolean {
  // The limits of safe integers in JavaScript.
  if (name === 'maximum' || name === 'minimum') return Math.abs(Number(value)) === Number.MAX_SAFE_INTEGER;
  // A union with a member that accepts everything accepts everything.
  if (name !== 'anyOf' || !Array.isArray(value)) return false;
  return value.some((member) => isRecord(member) && Object.keys(member).length === 0);
}
