import { createRequire } from 'node:module';
import type * as Draft07 from 'ajv';
import type { Ajv, Options, ValidateFunction } from 'ajv';
import type * as Draft2019 from 'ajv/dist/2019.js';
import type * as Draft2020 from 'ajv/dist/2020.js';
import type * as Formats from 'ajv-formats';
import { findSchemaFault, readDialect } from './find-schema-fault.ts';

/** Number of compiled schemas that are cached: one takes up to a megabyte. */
const maxCompiled = 100;
const compiled = new Map<string, ValidateFunction>();

const options: Options = {
  allErrors: true,
  useDefaults: true,
  strict: false,
  validateFormats: true,
  logger: false,
  // With the schema of an object, a fault can name the properties that it has.
  verbose: true,
  // Two schemas may have the same $id.
  addUsedSchema: false,
  // A definition of a thousand lines with a thousand references would become a million lines.
  inlineRefs: false,
  // Every object inherits `constructor` and `toString`: a missing one would count as there.
  ownProperties: true,
};

type Dialect = 'draft-07' | '2019-09' | '2020-12';
const compilers = new Map<Dialect, Ajv>();
const require = createRequire(import.meta.url);

/** The compiler of a dialect. Each is loaded with its first schema: together they take 15 MB of memory. */
function compilerOf(dialect: Dialect): Ajv {
  const known = compilers.get(dialect);
  if (known !== undefined) return known;
  const compiler = openCompiler(dialect);
  (require('ajv-formats') as typeof Formats).default.default(compiler);
  compilers.set(dialect, compiler);
  return compiler;
}

function openCompiler(dialect: Dialect): Ajv {
  if (dialect === 'draft-07') return new (require('ajv') as typeof Draft07).Ajv(options);
  if (dialect === '2019-09') return new (require('ajv/dist/2019.js') as typeof Draft2019).Ajv2019(options);
  return new (require('ajv/dist/2020.js') as typeof Draft2020).Ajv2020(options);
}

/**
 * Compiles a JSON Schema; throws an Error whose message describes the fault. Takes seconds for a large schema: a schema
 * that is not known to be small is compiled in the sandbox.
 */
export function compileSchema(schema: unknown): ValidateFunction {
  const fault = findSchemaFault(schema);
  if (fault) throw new Error(`${fault.path} ${fault.message}`.trim());
  const key = JSON.stringify(schema);
  const known = compiled.get(key);
  if (known) return known;
  const source = typeof schema === 'object' && schema !== null ? schema : {};
  const validate = compileAs(findDialect(source), source);
  // Catches any schema that passes the check above: its result would be a promise.
  if ('$async' in validate) throw new Error('$async is not supported');
  if (compiled.size >= maxCompiled) compiled.delete(compiled.keys().next().value ?? '');
  compiled.set(key, validate);
  return validate;
}

/** Without `$schema` a schema is read as draft-07, and as 2020-12 if it is not one. */
function compileAs(dialect: Dialect | undefined, schema: object): ValidateFunction {
  const compiler = compilerOf(dialect ?? 'draft-07');
  try {
    return compiler.compile(schema);
  } catch (error) {
    const other = dialect === undefined ? tryCompile(schema) : undefined;
    if (other === undefined) throw error;
    return other;
  } finally {
    compiler.removeSchema(schema);
  }
}

function tryCompile(schema: object): ValidateFunction | undefined {
  try {
    return compileAs('2020-12', schema);
  } catch {
    return undefined;
  }
}

function findDialect(schema: object) {
  return '$schema' in schema && typeof schema.$schema === 'string' ? readDialect(schema.$schema) : undefined;
}
