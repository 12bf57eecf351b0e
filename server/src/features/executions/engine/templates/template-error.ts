import { NodeError } from '../node-error.ts';

/** A template that can't be read or evaluated; running it again gives the same. */
export class TemplateError extends NodeError {
  constructor(message: string, cause?: unknown) {
    super('template_error', message, { retryable: false, cause });
  }
}
