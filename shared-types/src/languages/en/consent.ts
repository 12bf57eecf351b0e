/** Why nothing can be allowed. */
export type RefusalReason =
  | 'unknownApp'
  | 'unknownAddress'
  | 'signedOut'
  | 'notAPerson'
  | 'noWorkspace'
  | 'notAMember'
  | 'tooMany'
  | 'incomplete';

/** The texts of the pages on which people allow and remove apps; `{name}` is a placeholder. */
export interface Texts {
  readonly allowTitle: string;
  readonly asks: string;
  readonly ableTo: string;
  readonly abilities: Readonly<Record<'agents:execute' | 'workflows:execute' | 'knowledge-bases:query', string>>;
  readonly workspace: string;
  readonly returnsTo: string;
  readonly allow: string;
  readonly deny: string;
  readonly apps: string;
  readonly appsTitle: string;
  readonly appsText: string;
  readonly noApps: string;
  readonly since: string;
  readonly lastUsed: string;
  readonly neverUsed: string;
  readonly remove: string;
  readonly toConsole: string;
  readonly refusedTitle: string;
  readonly signIn: string;
  readonly refusals: Readonly<Record<RefusalReason, string>>;
}

export const texts: Texts = {
  allowTitle: 'Allow {app}?',
  asks: '{app} wants to use Portico for you, {email}.',
  ableTo: 'It will be able to:',
  abilities: {
    'agents:execute': 'ask your agents',
    'workflows:execute': 'run your workflows',
    'knowledge-bases:query': 'search and read your knowledge bases',
  },
  workspace: 'Workspace',
  returnsTo:
    'Afterwards, you return to {place}. The app chose its own name, and nobody has checked it. Allow it only if you have just started this yourself.',
  allow: 'Allow',
  deny: 'Deny',
  apps: 'Apps that you have allowed',
  appsTitle: 'Connected apps',
  appsText: 'These apps use Portico for you.',
  noApps: 'No app uses Portico for you.',
  since: '{workspace}, since {date}',
  lastUsed: 'last used {date}',
  neverUsed: 'never used',
  remove: 'Remove',
  toConsole: 'Go to the console',
  refusedTitle: 'This can’t be allowed',
  signIn: 'Sign in',
  refusals: {
    unknownApp: 'This app is not registered here, or not any more. Start again in the app.',
    unknownAddress: 'The app wants to return to an address that it has not registered.',
    signedOut: 'You are not signed in any more. Sign in, and you will be asked again.',
    notAPerson:
      'You are signed in with a key. Only a person can allow an app: sign out, and sign in with your account.',
    noWorkspace: 'You don’t belong to a workspace. Ask for an invitation.',
    notAMember: 'You don’t belong to this workspace.',
    tooMany: 'Too many attempts. Wait a minute, and try again.',
    incomplete: 'The request is incomplete. Start again in the app.',
  },
};
