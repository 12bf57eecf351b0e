import { createHmac } from 'node:crypto';
import type { DataSubject } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';

const alphabet = '0123456789abcdefghjkmnpqrstvwxyz';

/**
 * The name of a person in the audit log, which keeps its entries: the same for every request with the same identifier,
 * and without SECRET_KEY nobody can find the identifier from it.
 */
export function referenceOf({ config }: Pick<Platform, 'config'>, workspaceId: string, subject: DataSubject): string {
  const named = JSON.stringify(['data subject', workspaceId, describeSubject(subject)]);
  const digest = createHmac('sha256', config.secretKey).update(named).digest();
  return `dsr_${Array.from(digest.subarray(0, 26), (byte) => alphabet.charAt(byte & 31)).join('')}`;
}

/** The identifier with its kind. */
export function describeSubject(subject: DataSubject): string {
  const [[kind, value] = ['', '']] = Object.entries(subject);
  return `${kind} ${value}`;
}
