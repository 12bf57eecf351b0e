import { isValues, type Values } from '../changes.ts';
import { isDoubled } from '../is-doubled.ts';
import { parseJsonText, writeJsonText } from './json-text.ts';

export const inputTypes = ['string', 'choice', 'number', 'integer', 'boolean', 'array', 'object'] as const;
/** `other` is a schema that the form can't show; it is edited as JSON. */
export type InputType = (typeof inputTypes)[number] | 'other';

/** One input of a workflow or argument of a tool: a property of a JSON Schema, as forms show it. */
export interface Input {
  readonly name: string;
  readonly type: InputType;
  /** A text for people; the name if the schema has none. */
  readonly title: string;
  readonly description: string;
  readonly isRequired: boolean;
  /** The values of a choice. */
  readonly options: readonly string[];
  readonly initial: unknown;
  /** Its schema as it was read, for what the other fields don't show. */
  readonly schema: Values;
}

/** Reads the inputs of a JSON Schema (docs/reference/workflows.md#fields). */
export function readInputs({ properties, required }: Values): Input[] {
  if (!isValues(properties)) return [];
  const names = new Set<unknown>(Array.isArray(required) ? required : []);
  return Object.entries(properties).flatMap(([name, property]): Input[] => {
    // In unsaved changes, null means that a property was removed.
    if (!isValues(property)) return [];
    return [
      {
        name,
        type: typeOf(property),
        title: textOf(property['title'], name),
        description: textOf(property['description'], ''),
        isRequired: names.has(name),
        options: optionsOf(property),
        initial: property['default'],
        schema: property,
      },
    ];
  });
}

/**
 * Writes inputs into a schema; what they don't show, such as patterns, is kept. An input without a name is left out, and
 * one whose name an earlier input has.
 */
export function writeInputs(schema: Values, inputs: readonly Input[]): Values {
  const names = inputs.map(({ name }) => name);
  const named = inputs.filter(({ name }, at) => name !== '' && !isDoubled(names, at));
  return {
    ...schema,
    properties: Object.fromEntries(named.map((input) => [input.name, writeInput(input)])),
    required: named.filter(({ isRequired }) => isRequired).map(({ name }) => name),
  };
}

/** Changes the type of an input; its default is read as a value of the new one. */
export function withType(input: Input, type: InputType): Input {
  const { initial } = input;
  if (initial === undefined) return { ...input, type };
  const text = isText(input.type) && typeof initial === 'string' ? initial : writeJsonText(initial);
  return { ...input, type, initial: isText(type) ? text : parseJsonText(text) };
}

/** True if the default of an input is a text, which is written without quotes. */
export function isText(type: InputType): boolean {
  return type === 'string' || type === 'choice';
}

export const newInput: Input = {
  name: '',
  type: 'string',
  title: '',
  description: '',
  isRequired: false,
  options: [],
  initial: undefined,
  schema: {},
};

function writeInput({ type, description, options, initial, schema }: Input): Values {
  if (type === 'other') return schema;
  const { type: _, enum: __, description: ___, default: ____, ...rest } = schema;
  return {
    ...rest,
    type: type === 'choice' ? 'string' : type,
    ...(type === 'choice' ? { enum: options.filter((option) => option.trim() !== '') } : {}),
    ...(description === '' ? {} : { description }),
    ...(initial === undefined ? {} : { default: initial }),
  };
}

function typeOf({ type, enum: values, $ref, oneOf, anyOf }: Values): InputType {
  if ($ref !== undefined || oneOf !== undefined || anyOf !== undefined) return 'other';
  if (Array.isArray(values)) {
    return (type === undefined || type === 'string') && values.every((value) => typeof value === 'string')
      ? 'choice'
      : 'other';
  }
  const known = inputTypes.find((each) => each === type);
  return known === undefined || known === 'choice' ? 'other' : known;
}

function optionsOf({ enum: values }: Values): string[] {
  return Array.isArray(values) ? values.filter((value) => typeof value === 'string') : [];
}

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value !== '' ? value : otherwise;
}
