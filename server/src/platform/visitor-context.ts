/** What a reply may know of the visitor who asked for it. Stored with the reply, so only JSON. */
export interface VisitorContext {
  /** The chat interface that the visitor uses; its identity secret signs the visitor's token. */
  readonly interfaceId: string;
  readonly workspaceId: string;
  /** The visitor's language, else the interface's. */
  readonly locale: string | null;
  /** What the interface lets be used, by the names of its fields: `visitor.email`. Metadata may be any JSON. */
  readonly values: Readonly<Record<string, unknown>>;
  /** What the site has vouched for; null for a visitor whom it has not. */
  readonly identity: { readonly userId: string; readonly name: string | null; readonly email: string | null } | null;
}
