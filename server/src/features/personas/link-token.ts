import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Platform } from '../../platform/platform.ts';

/** What the holder of a link may: look at the task, or decide its approvals as well. */
export type LinkRight = 'read' | 'decide';

/**
 * The run page of a task. Its token stands in the fragment, which browsers send to nobody: it gets into no log and no
 * Referer. It is 256 bits derived from the server's secret, so that a copy of the database gives none away.
 */
export function linkTo(platform: Platform, instanceId: string, right: LinkRight): string {
  const token = createToken(platform.config.secretKey, instanceId, right);
  return `${platform.publicUrl}/personas/instances/${instanceId}#token=${token}`;
}

/** What a token gives for this task; undefined where it is none of its tokens. */
export function readLinkRight(secretKey: string, instanceId: string, token: string): LinkRight | undefined {
  for (const right of ['read', 'decide'] as const) {
    const expected = Buffer.from(createToken(secretKey, instanceId, right));
    const given = Buffer.from(token);
    if (given.length === expected.length && timingSafeEqual(given, expected)) return right;
  }
  return undefined;
}

function createToken(secretKey: string, instanceId: string, right: LinkRight): string {
  return createHmac('sha256', secretKey).update(`persona-link:${right}:${instanceId}`).digest('base64url');
}
