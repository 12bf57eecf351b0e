/** The fragment of a mail's link back to the conversation. */
const pattern = /[#&]portico-resume=([\w-]+)/;

/** The token of the link that led the visitor to this page. It works once. */
export function findResumeLink(): string | undefined {
  return pattern.exec(location.hash)?.[1];
}

/** Removes the token from the address, so that nobody copies it. */
export function removeResumeLink(): void {
  history.replaceState(history.state, '', location.href.replace(pattern, ''));
}
