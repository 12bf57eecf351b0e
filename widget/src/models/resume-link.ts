/** What a mail's link back to the conversation has behind the `#`. */
const pattern = /[#&]portico-resume=([\w-]+)/;

/** The token of the link that the visitor followed to this page. It works once. */
export function findResumeLink(): string | undefined {
  return pattern.exec(location.hash)?.[1];
}

/** Takes the token out of the address, so that nobody copies it. */
export function removeResumeLink(): void {
  history.replaceState(history.state, '', location.href.replace(pattern, ''));
}
