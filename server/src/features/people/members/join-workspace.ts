import type { Role } from '@portico/shared-types';
import type { Transaction } from '../../../platform/database.ts';
import { createId } from '../../../platform/ids.ts';
import { recordChange } from '../../audit-log/index.ts';
import type { UserRow } from '../users/users.sql.ts';
import { insertMember } from './members.sql.ts';

/** Makes a person a member; an existing member keeps the role. */
export async function joinWorkspace(tx: Transaction, workspaceId: string, user: UserRow, role: Role): Promise<void> {
  const id = createId('mem');
  if (!(await insertMember(tx, { id, workspaceId, userId: user.id, role }))) return;
  await recordChange(tx, {
    workspaceId,
    action: 'member.created',
    resource: { id, name: user.email },
    after: { email: user.email, role },
    actor: { type: 'user', id: user.id, name: user.name, avatarUrl: null, memberId: id },
  });
}
