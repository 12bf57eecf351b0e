import type { Platform } from '../platform.ts';
import type { AccountShape, Admission, AuthenticatedShape, OpenShape, PublicShape, Route } from './route.ts';

/** The functions that declare routes whose handlers work with a platform of type C. */
export function routesOn<C extends Platform>() {
  return {
    /** Declares a route of the versioned API: `/api/v1` and `/v1`, snake_case, API key. */
    versionedRoute<P extends string = never, Q = unknown, B = unknown, A = unknown, L extends boolean = false>(
      shape: AuthenticatedShape<C, P, Q, B, A, L>,
    ): Route<C> {
      return { ...shape, surface: 'versioned' };
    },

    /** Declares a route of the versioned API about the caller: a person needs no workspace and no scope for it. */
    accountRoute<P extends string = never, Q = unknown, B = unknown, A = unknown, L extends boolean = false>(
      shape: AccountShape<C, P, Q, B, A, L>,
    ): Route<C> {
      const surface = shape.path.startsWith('/auth/') ? 'auth' : 'versioned';
      return { ...shape, surface, scopes: [], account: true };
    },

    /**
     * Declares a route for signing in: no credentials, rejected for pages of other origins, counted against the
     * address.
     */
    signInRoute<P extends string = never, Q = unknown, B = unknown, A = unknown, L extends boolean = false>(
      shape: OpenShape<C, P, Q, B, A, L>,
    ): Route<C> {
      // Requests from browsers of another origin are rejected before anything else.
      const refused = shape.method === 'GET' ? [] : (['insufficient_scope'] as const);
      const errors = [...new Set([...(shape.errors ?? []), ...refused])];
      return { ...shape, errors, surface: 'auth' };
    },

    /** Declares an older endpoint (docs/reference/older-endpoints.md#envelope): `/v1`, camelCase, `{success, data}`. */
    legacyRoute<P extends string = never, Q = unknown, B = unknown, A = unknown, L extends boolean = false>(
      shape: AuthenticatedShape<C, P, Q, B, A, L>,
    ): Route<C> {
      return { ...shape, surface: 'legacy' };
    },

    /** Declares a persona route: `/api/personas`, camelCase, API key. */
    personaRoute<P extends string = never, Q = unknown, B = unknown, A = unknown, L extends boolean = false>(
      shape: AuthenticatedShape<C, P, Q, B, A, L>,
    ): Route<C> {
      return { ...shape, surface: 'personas' };
    },

    /** Declares a route of the OpenAI-compatible API: `/openai/v1`, API key, responses without an envelope. */
    openAiRoute<P extends string = never, Q = unknown, B = unknown, A = unknown>(
      shape: AuthenticatedShape<C, P, Q, B, A, false>,
    ): Route<C> {
      return { ...shape, surface: 'openai' };
    },

    /** Declares a route of the MCP server: `/mcp`, API key, JSON-RPC. */
    mcpRoute<B = unknown>(shape: AuthenticatedShape<C, never, unknown, B, unknown, false>): Route<C> {
      return { ...shape, surface: 'mcp' };
    },

    /** Declares a public route: `/api/public` and `/public`, camelCase, no key; `admit` decides who has access. */
    publicRoute<
      V extends Admission,
      P extends string = never,
      Q = unknown,
      B = unknown,
      A = unknown,
      L extends boolean = false,
    >(shape: PublicShape<C, P, Q, B, A, L, V>): Route<C> {
      return { ...shape, surface: 'public' };
    },

    /** Declares an inbound hook: `/hooks`, versioned envelope; the handler gets the body's bytes and checks the caller's secret. */
    hookRoute<P extends string = never, Q = unknown, A = unknown, L extends boolean = false>(
      shape: Omit<PublicShape<C, P, Q, Buffer, A, L, Admission>, 'body' | 'multipart'>,
    ): Route<C> {
      return { ...shape, surface: 'hooks' };
    },
  };
}
