import type { Invitation } from '@portico/shared-types';
import type { Platform } from '../../../platform/platform.ts';

/** Sends the link to the person, if there is a mail server; a mail that fails does not fail the invitation. */
export async function mailInvitation(
  platform: Platform,
  workspaceId: string,
  { email, invited_by: { name: inviter }, expires_at: expiresAt }: Invitation,
  link: string,
): Promise<void> {
  if (platform.mail === undefined) return;
  const [workspace] = await platform.database.sql<{ name: string }[]>`
    SELECT name FROM workspaces WHERE id = ${workspaceId}`;
  const day = new Date(expiresAt).toUTCString().slice(5, 16);
  void platform.mail.send({
    to: email,
    subject: `${inviter} invites you to ${workspace?.name ?? 'Portico'}`,
    text: `${inviter} invites you to the workspace ${workspace?.name ?? ''} on Portico.

Open this link to accept. It works once, until ${day}:

${link}

If you don't know ${inviter}, ignore this mail.
`,
  });
}
