/** The name of the tool that writes a deliverable; no other tool of a persona may have it. */
export const deliverableToolName = 'write_deliverable';
