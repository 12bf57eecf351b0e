import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import formats from 'ajv-formats';

/** The schemas of an OpenAPI 3.1 document, interpreted as JSON Schema 2020-12. */
export interface OpenSchemas {
  /** The errors of a value for the schema at a JSON pointer of the document; empty if it is valid. */
  faults(pointer: string, value: unknown): string[];
}

/** Opens a document to validate values with it. */
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
