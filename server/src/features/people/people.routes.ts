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
