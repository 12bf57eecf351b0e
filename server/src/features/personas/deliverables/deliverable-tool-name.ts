/** What the model calls to write a deliverable; no other tool of a persona may have this name. */
export const deliverableToolName = 'write_deliverable';
