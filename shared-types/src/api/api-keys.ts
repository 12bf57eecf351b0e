import { z } from 'zod';
import { Timestamp } from '../envelope.ts';

/** Every scope a key can have (docs/reference/keys.md#scopes). */
export const Scope = z.enum([
  ...(
    [
      'workflows',
      'triggers',
      'agents',
      'threads',
      'knowledge-bases',
      'webhooks',
      'interfaces',
      'personas',
      'files',
      'api-keys',
    ] as const
  ).flatMap((resource) => [`${resource}:read`, `${resource}:write`] as const),
  'executions:read',
  'executions:cancel',
  'executions:approve',
  'workflows:execute',
  'triggers:execute',
  'agents:execute',
  'knowledge-bases:query',
  'personas:execute',
  'conversations:read',
  'conversations:write',
  'insights:read',
  'members:read',
  'members:write',
  'audit:read',
  'settings:write',
]);
export type Scope = z.infer<typeof Scope>;

/** A key's record; the key itself is shown once, by create and rotate. */
export const ApiKey = z.object({
  id: z.string(),
  name: z.string(),
  scopes: z.array(Scope),
  rate_limit_per_minute: z.int().nullable(),
  rate_limit_per_day: z.int().nullable(),
  expires_at: Timestamp.nullable(),
  revoked_at: Timestamp.nullable(),
  last_used_at: Timestamp.nullable(),
  created_at: Timestamp,
});
export type ApiKey = z.infer<typeof ApiKey>;

/** The response of create and rotate: the record and, only here, the whole key. */
export const IssuedApiKey = z.object({ ...ApiKey.shape, key: z.string() });
export type IssuedApiKey = z.infer<typeof IssuedApiKey>;

export const ApiKeyCreate = z.strictObject({
  name: z.string().trim().min(1).max(200),
  scopes: z.array(Scope).min(1),
  expires_at: z.iso.datetime({ offset: true }).nullish(),
  rate_limit_per_minute: z.int().min(1).max(10_000_000).nullish(),
  rate_limit_per_day: z.int().min(1).max(1_000_000_000).nullish(),
});
export type ApiKeyCreate = z.infer<typeof ApiKeyCreate>;
