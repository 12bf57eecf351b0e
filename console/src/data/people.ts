/** A person, as the versioned API shows one. */
export interface User {
  readonly id: string;
  readonly email: string;
  readonly name: string;
  readonly avatar_url: string | null;
}

export type Role = 'owner' | 'editor' | 'responder' | 'viewer';

export interface WorkspaceName {
  readonly id: string;
  readonly name: string;
}

/** Who is signed in: a person, or a key (then `user` and `role` are null). */
export interface Me {
  readonly user: User | null;
  readonly api_key?: { readonly id: string; readonly name: string };
  readonly role: Role | null;
  readonly scopes: readonly string[];
  readonly workspace: WorkspaceName | null;
  readonly workspaces?: readonly WorkspaceName[];
}

export interface SignInMethods {
  readonly setup_needed: boolean;
  readonly password: boolean;
  readonly passkey: boolean;
  readonly oidc: { readonly name: string } | null;
}
