import type { ApiError } from '../errors.ts';

/** An error object of OpenAI's API, as its clients expect it. */
interface OpenAiError {
  readonly error: {
    readonly message: string;
    readonly type: string;
    /** The invalid field, like `messages[0].content`. */
    readonly param: string | null;
    readonly code: string | null;
  };
}

const types: Readonly<Record<number, string>> = {
  400: 'invalid_request_error',
  401: 'authentication_error',
  403: 'permission_error',
  404: 'invalid_request_error',
  429: 'rate_limit_error',
};

/** Converts an error to the format of OpenAI's API. */
export function wrapOpenAiError({ code, message, status, details }: ApiError): OpenAiError {
  const isModel = details['resource'] === 'model';
  const [first] = readFields(details['fields']);
  return {
    error: {
      message,
      type: types[status] ?? 'server_error',
      // A fault of the whole body does not name a field.
      param: isModel ? 'model' : first?.path.replace(/^body\.?/, '') || null,
      code: isModel ? 'model_not_found' : first === undefined ? code : codeOf(first.code),
    },
  };
}

function codeOf(code: string): string {
  if (code === 'not_allowed') return 'unsupported_parameter';
  return code === 'required' ? 'missing_required_parameter' : 'invalid_value';
}

function readFields(fields: unknown): { path: string; code: string }[] {
  return Array.isArray(fields) ? fields : [];
}
