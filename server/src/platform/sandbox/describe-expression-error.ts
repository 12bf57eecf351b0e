import { cutText } from '../cut-text.ts';

/** A one-line description of an error from JSONata or its engine, which throw plain objects as well as errors. */
export function describeExpressionError(error: unknown): string {
  if (error instanceof RangeError) {
    const isNested = /call stack/i.test(error.message);
    return isNested
      ? 'The expression is nested too deeply.'
      : 'The expression makes a text or a list that is too long.';
  }
  if (typeof error !== 'object' || error === null) return 'The expression can’t be evaluated.';
  const message =
    error instanceof TypeError
      ? describeTypeError(error)
      : isInner(error)
        ? `$eval: ${describeExpressionError(error.error)}`
        : 'message' in error && typeof error.message === 'string'
          ? error.message
          : 'it can’t be evaluated';
  const position = 'position' in error && typeof error.position === 'number' ? ` (at character ${error.position})` : '';
  return cutText(`${message}${position}`, 500);
}

/** JSONata doesn't check all arguments of its functions: without this, the message would be that of its own code. */
function describeTypeError(error: TypeError & { token?: unknown }): string {
  const called = typeof error.token === 'string' ? `$${error.token}` : 'a function';
  return `${called}: an argument is missing or of the wrong type`;
}

/** Whether what failed is the evaluation of the text that `$eval` got; its own message repeats that of the code. */
function isInner(error: object): error is { error: unknown } {
  return 'code' in error && error.code === 'D3121' && 'error' in error;
}
