/** The data about the visitor that a reply may use. Stored with the reply, so only JSON. */
export interface VisitorContext {
  /** The chat interface that the visitor uses; its identity secret signs the visitor's token. */
  readonly interfaceId: string;
  readonly workspaceId: string;
  /** The visitor's language, else the interface's. */
  readonly locale: string | null;
  /**
   * The variables that the interface permits, by the names of its fields: `visitor.email`. Metadata may be any JSON.
   */
  readonly values: Readonly<Record<string, unknown>>;
  /** Attributes that the site has verified; null for an unverified visitor. */
  readonly identity: { readonly userId: string; readonly name: string | null; readonly email: string | null } | null;
}
