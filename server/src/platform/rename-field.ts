import { FieldError } from '@portico/shared-types';
import { z } from 'zod';
import { ApiError, invalid } from './errors.ts';

const Fields = z.array(FieldError);

/**
 * For `.catch`: throws the error again, with the faults of the field `from` said of the field `to`: a thread is
 * `params.id` in some requests and a field of the body in others.
 */
export function renameField(from: string, to: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'validation_error') throw error;
    const { fields, ...extra } = error.details;
    const { data = [] } = Fields.safeParse(fields);
    if (!data.some(({ path }) => path === from)) throw error;
    throw invalid(
      data.map((fault) => (fault.path === from ? { ...fault, path: to } : fault)),
      extra,
    );
  };
}
