import type { RefusalReason } from '@portico/shared-types/languages/en/consent';

/** An error in the form of OAuth (RFC 6749 section 5.2, RFC 7591 section 3.2.2). */
export class OAuthError extends Error {
  override readonly name = 'OAuthError';
  readonly code: OAuthErrorCode;
  readonly status: number;
  /** Selects the text on the page, in the person's language. */
  readonly reason: RefusalReason | undefined;

  constructor(
    code: OAuthErrorCode,
    description: string,
    { status = 400, reason }: { status?: number; reason?: RefusalReason } = {},
  ) {
    super(description);
    this.code = code;
    this.status = status;
    this.reason = reason;
  }
}

export type OAuthErrorCode =
  | 'access_denied'
  | 'invalid_client'
  | 'invalid_client_metadata'
  | 'invalid_grant'
  | 'invalid_redirect_uri'
  | 'invalid_request'
  | 'invalid_scope'
  | 'invalid_target'
  | 'server_error'
  | 'temporarily_unavailable'
  | 'unsupported_grant_type'
  | 'unsupported_response_type';
