/** The key of the text for each code of a task that failed. */
const failures = {
  execution_cancelled: 'cancelled',
  execution_timeout: 'whyTime',
  approval_rejected: 'whyRejected',
  budget_exceeded: 'whyBudget',
  service_unavailable: 'whyModel',
  deliverable_missing: 'whyDeliverable',
};

/** Why a task failed, in the visitor's language. */
export function explainFailure(code, texts) {
  return texts[Object.hasOwn(failures, code) ? failures[code] : 'whyFailed'];
}

/** Why a part of a decision was refused, in the visitor's language. */
export function explainFault(code, texts) {
  return code === 'too_long' ? texts.tooLong : texts.notValid;
}
