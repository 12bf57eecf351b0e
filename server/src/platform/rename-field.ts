import { FieldError } from '@portico/shared-types';
import { z } from 'zod';
import { ApiError, invalid } from './errors.ts';

const Fields = z.array(FieldError);

/**
 * For `.catch`: throws the error again, with the faults of the field `from`, and of what is inside of it, said of the
 * field `to`: a thread is `params.id` in some requests and a field of the body in others.
 */
export function renameField(from: string, to: string): (error: unknown) => never {
  return (error) => {
    if (!(error instanceof ApiError) || error.code !== 'validation_error') throw error;
    const { fields, ...extra } = error.details;
    const { data = [] } = Fields.safeParse(fields);
    const isMeant = ({ path }: FieldError): boolean =>
      path.startsWith(from) && /^(?:$|[.[])/.test(path.slice(from.length));
    if (!data.some(isMeant)) throw error;
    throw invalid(
      data.map((fault) => (isMeant(fault) ? { ...fault, path: to + fault.path.slice(from.length) } : fault)),
      extra,
    );
  };
}
