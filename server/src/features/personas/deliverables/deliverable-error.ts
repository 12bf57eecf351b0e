/** A text that makes no file of the kind that is wanted; the message is for the model, and may be shown. */
export class DeliverableError extends Error {
  override readonly name = 'DeliverableError';
}
