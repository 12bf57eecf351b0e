/** A text that can't be turned into the requested kind of file; the message is for the model, and may be shown. */
export class DeliverableError extends Error {
  override readonly name = 'DeliverableError';
}
