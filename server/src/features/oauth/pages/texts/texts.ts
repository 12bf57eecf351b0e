import type { McpScope } from '../../metadata.ts';

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
export interface PageTexts {
  readonly allowTitle: string;
  readonly asks: string;
  readonly ableTo: string;
  readonly abilities: Readonly<Record<McpScope, string>>;
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
