import { fillText, type Lookup } from './fill-template.ts';
import { ToolError } from './open-tool.ts';

/** Whether the address of an HTTP tool has the same scheme, host and port with any values of its placeholders. */
export function hasFixedHost(template: string): boolean {
  const [one, other] = ['1', '2'].map((value) => URL.parse(fillText(template, () => value)));
  return one != null && other != null && one.origin === other.origin;
}

/**
 * Inserts the arguments into the address of an HTTP tool, encoded. They can't choose another host, nor leave their place
 * in the path. Throws a ToolError.
 */
export function writeAddress(template: string, look: Lookup): URL {
  // A tool may be older than the check when it is saved.
  if (!hasFixedHost(template)) {
    throw new ToolError('The host of this tool’s address has a placeholder: its owner has to enter the host.');
  }
  const fill = (text: string): string => fillText(text, look, encodeURIComponent);
  const written = URL.parse(fill(template));
  if (
    written === null ||
    pathOf(template)
      .split('/')
      .some((segment) => isDots(fill(segment)) && !isDots(segment))
  ) {
    throw new ToolError('The address is not valid with these arguments.');
  }
  return written;
}

function pathOf(template: string): string {
  return template.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[?#].*$/s, '');
}

/** Whether URLs take this part of a path for the folder itself or the one above. */
function isDots(segment: string): boolean {
  return /^(?:\.|%2e){1,2}$/i.test(segment);
}
