import { invitationRoutes } from './invitations/invitations.routes.ts';
import { memberRoutes } from './members/members.routes.ts';
import { oidcRoutes } from './oidc/oidc.routes.ts';
import { passkeyRoutes } from './passkeys/passkeys.routes.ts';
import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { meRoutes } from './users/me.routes.ts';
import { workspaceRoutes } from './workspaces/workspaces.routes.ts';

export const peopleRoutes = [
  ...signInRoutes,
  ...meRoutes,
  ...memberRoutes,
  ...invitationRoutes,
  ...workspaceRoutes,
  ...passkeyRoutes,
  ...oidcRoutes,
];
export { mayStillGrant, watchGrant } from './grants.ts';
export { scopesOf } from './roles.ts';
export { authenticate, findSession } from './sessions/authenticate.ts';
export type { Membership, SessionRow } from './sessions/sessions.sql.ts';
export { createConsoleLink, createFirstLink } from './sign-in/owner-links.ts';
export { sweepSignIn } from './sweep.ts';
export { createToken, hashToken } from './tokens.ts';
export { findTimezone } from './workspaces/find-timezone.ts';
export { getWorkspace } from './workspaces/workspaces.service.ts';
