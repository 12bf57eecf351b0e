import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The schemas of an OpenAPI 3.1 document as JSON Schema 2020-12 reads them. */
export interface OpenSchemas {
  /** What is wrong with a value under the schema at a JSON pointer of the document; empty for nothing. */
  faults(pointer: string, value: unknown): string[];
}

/** Opens a document for checking values by it. */
export function openSchemas(document: Record<string, unknown>): OpenSchemas {
  // Keywords that only OpenAPI knows (discriminator, x-…) are not a fault; an unknown format is.
  const ajv = new Ajv2020({ strict: false, strictSchema: false, allErrors: true, validateFormats: true });
  formats.default(ajv);
  ajv.addSchema({ ...document, $id: 'document' }, 'document');
  const compiled = new Map<string, ValidateFunction>();
  return {
    faults(pointer, value) {
      let validate = compiled.get(pointer);
      if (validate === undefined) {
        validate = ajv.compile({ $ref: `document#${encodeURI(pointer).replaceAll('#', '%23')}` });
        compiled.set(pointer, validate);
      }
      if (validate(value)) return [];
      return (validate.errors ?? []).map(({ instancePath, message, params }) =>
        [instancePath, message, JSON.stringify(params)].join(' '),
      );
    },
  };
}
