import { signInRoutes } from './sign-in/sign-in.routes.ts';
import { meRoutes } from './users/me.routes.ts';

export const peopleRoutes = [...signInRoutes, ...meRoutes];
export { mayStillGrant, watchGrant } from './grants.ts';
export { authenticate } from './sessions/authenticate.ts';
export { createConsoleLink, createFirstLink } from './sign-in/owner-links.ts';
export { sweepSignIn } from './sweep.ts';
