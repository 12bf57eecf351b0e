import { APIConnectionError, APIError } from 'openai/error';
import { ZodError } from 'zod';
import { ModelError } from '../model-error.ts';

/** Converts errors of the openai package to a ModelError whose message contains no text from the server. */
export function toModelError(error: unknown, model: string): ModelError {
  if (error instanceof ModelError) return error;
  if (error instanceof APIConnectionError) return unreachable(error);
  if (error instanceof APIError) return fromStatus(error, model);
  if (error instanceof SyntaxError || error instanceof ZodError)
    return new ModelError('model_bad_answer', 'The model server sent an answer that could not be read.', {
      cause: error,
    });
  // All other errors come from fetch: a connection lost during the response.
  return unreachable(error);
}

/** The connection failed or broke before the end of the response. */
export function unreachable(cause: unknown): ModelError {
  return new ModelError('model_unreachable', 'The model server could not be reached or broke off its answer.', {
    cause,
  });
}

/** What servers say of a prompt that is longer than the model's context. */
const tooLong =
  /context (?:length|window|size)|too many tokens|(?:prompt|input|request) is too (?:long|large)|exceeds? the (?:maximum|max) (?:number of|allowed) /iu;

function fromStatus(error: APIError, model: string): ModelError {
  const status: number | undefined = error.status;
  const options = { cause: error, retryAfter: readRetryAfter(error.headers) };
  // Without a status it is an error object inside a stream that had started normally.
  if (status === undefined) return fromStreamedError(error);
  if (status === 402 || (status === 429 && [error.code, error.type].includes('insufficient_quota')))
    return new ModelError('model_rejected', "The model account's quota is used up.", options);
  if (status === 429 || status === 503 || status === 529)
    return new ModelError('model_overloaded', 'The model is overloaded. Try again shortly.', options);
  if (status >= 500 || status === 408 || status === 409)
    return new ModelError('model_unreachable', 'The model server failed to answer.', options);
  if (status === 401 || status === 403)
    return new ModelError('model_rejected', 'The model server refused the configured key.', options);
  // A server without the path knows nothing of models.
  if (status === 404 && !/model/iu.test(error.message))
    return new ModelError(
      'model_rejected',
      'The model server has no such address. Check OPENAI_BASE_URL, which usually ends in /v1.',
      options,
    );
  if (status === 404)
    return new ModelError('model_rejected', `The model server has no model named "${model}".`, options);
  if (/does not support tools|tool(?:s| use| choice).*(?:not supported|requires)/iu.test(error.message))
    return new ModelError('model_rejected', `The model "${model}" does not support tools.`, options);
  if (status === 413 || error.code === 'context_length_exceeded' || tooLong.test(error.message))
    return new ModelError('model_rejected', 'The conversation is longer than the model can take.', options);
  return new ModelError('model_rejected', 'The model server refused the request.', options);
}

function fromStreamedError(error: APIError): ModelError {
  if (/overloaded|rate.?limit|capacity/iu.test(`${error.code ?? ''} ${error.type ?? ''} ${error.message}`))
    return new ModelError('model_overloaded', 'The model is overloaded. Try again shortly.', { cause: error });
  return new ModelError('model_bad_answer', 'The model server failed in the middle of its answer.', { cause: error });
}

/**
 * Seconds of a Retry-After header: a number, an HTTP date (RFC 9110, 10.2.3), or OpenAI's own retry-after-ms. A date that
 * is past says nothing, because a clock may be wrong; V8 also reads `-5` as one.
 */
function readRetryAfter(headers: Headers | undefined): number | null {
  const milliseconds = Number.parseFloat(headers?.get('retry-after-ms') ?? '');
  if (milliseconds >= 0) return milliseconds / 1000;
  const value = headers?.get('retry-after') ?? '';
  if (/^\s*\d+(?:\.\d+)?\s*$/u.test(value)) return Number.parseFloat(value);
  const seconds = (Date.parse(value) - Date.now()) / 1000;
  return seconds > 0 ? seconds : null;
}
