import { NodeError } from '../node-error.ts';

/** A template that can't be parsed or evaluated; trying again gives the same error. */
export class TemplateError extends NodeError {
  constructor(message: string, cause?: unknown) {
    super('template_error', message, { retryable: false, cause });
  }
}
