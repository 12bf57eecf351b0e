import { resolve } from 'node:path';
import { z } from 'zod';
import { hasDatabase, prepareDataDir } from './data-dir.ts';
import { StartError } from './errors.ts';
import { ModelPrices } from './models/model-prices.ts';
import { parseAllowList } from './outbound/index.ts';
import { keepSecretKey } from './secret-key.ts';

/** The role of the process: `web` answers HTTP, `worker` runs jobs, `all` does both. */
export const Role = z.enum(['web', 'worker', 'all']);
export type Role = z.infer<typeof Role>;

/** The roles of members in shared-types; importing them would delay every report of a wrong setting by a second. */
const MemberRole = z.enum(['owner', 'editor', 'responder', 'viewer']);

const blankIsUnset = (value: unknown): unknown => (value === '' ? undefined : value);
const optional = <T extends z.ZodType>(schema: T) => z.preprocess(blankIsUnset, schema.optional());
const integer = (least: number, most: number, fallback: number) =>
  z.preprocess(blankIsUnset, z.coerce.number().int().min(least).max(most).default(fallback));
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((entry) => entry.trim())
      .filter((entry) => entry !== ''),
  );
/** Origins as browsers send them: in lower case, without the scheme's own port. */
const origins = list.transform((entries, context) =>
  entries.map((entry) => {
    const origin = toOrigin(entry);
    if (origin === undefined) {
      context.addIssue(`${entry} must be an origin like https://app.example.com, without a path`);
    }
    return origin ?? entry;
  }),
);
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });

const Environment = z.object({
  PORT: integer(0, 65535, 3000),
  HOST: z.preprocess(blankIsUnset, z.string().default('127.0.0.1')),
  PUBLIC_URL: optional(address),
  DATA_DIR: z.preprocess(blankIsUnset, z.string().default('./data')),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  REDIS_URL: optional(z.url({ protocol: /^rediss?$/, error: 'must be a redis:// address' })),
  PORTICO_API_KEY: optional(z.string()),
  SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  OPENAI_API_KEY: optional(z.string()),
  OPENAI_BASE_URL: optional(address),
  DEFAULT_MODEL: optional(z.string()),
  MODEL_API: optional(z.enum(['auto', 'chat', 'responses'])),
  EMBEDDING_MODEL: optional(z.string()),
  MODEL_PRICES: optional(z.string().transform(readPrices)),
  S3_ENDPOINT: optional(address),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000, 600),
  RATE_LIMIT_PER_DAY: integer(1, 1_000_000_000, 50_000),
  PUBLIC_RATE_LIMIT_PER_DAY: integer(1, 1_000_000_000, 20_000),
  TRUST_PROXY: integer(0, 100, 0),
  OUTBOUND_ALLOW: z.string().default('').superRefine(checkAllowList),
  WEBHOOK_RETRY_SCHEDULE: z
    .preprocess(blankIsUnset, z.string().default('5,300,1800,7200,18000,36000,36000'))
    .refine((text) => /^\d+(\.\d+)?(,\d+(\.\d+)?)*$/.test(text), 'must be seconds separated by commas')
    .transform((text) => text.split(',').map(Number)),
  LOG_LEVEL: z.preprocess(
    blankIsUnset,
    z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  ),
  CORS_ORIGINS: origins,
  MAX_UPLOAD_MB: integer(1, 10_240, 100),
  METRICS_TOKEN: optional(z.string()),
  OIDC_ISSUER: optional(z.url({ protocol: /^https?$/, error: 'must be an https address' })),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: z.preprocess(blankIsUnset, z.string().max(100).default('single sign-on')),
  OIDC_ALLOWED_DOMAINS: list,
  OIDC_DEFAULT_ROLE: z.preprocess(blankIsUnset, MemberRole.default('viewer')),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: optional(z.string().max(500)),
  ALLOW_WORKSPACE_CREATION: z.preprocess(blankIsUnset, z.stringbool().default(false)),
  PERSONA_LINK_DAYS: integer(1, 3_650, 30),
  MAX_STREAMS_PER_SESSION: integer(1, 1_000_000, 10),
  MAX_STREAMS_PER_KEY: integer(1, 1_000_000, 100),
  MAX_STREAMS_PER_IP: integer(1, 1_000_000, 200),
});

/** The whole configuration of the process; parsed once, before anything listens. */
export type Config = Awaited<ReturnType<typeof readConfig>>;

/**
 * Reads the environment (docs/reference/environment.md#variables) and the role from the command line. Creates DATA_DIR,
 * and on a first start the secret key in it, unless the installation must exist.
 * @throws StartError with one line that names the invalid variable.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  commandLine: readonly string[],
  { mustExist = false }: { mustExist?: boolean } = {},
) {
  const parsed = Environment.safeParse(environment);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw new StartError(`${issue?.path.join('.') ?? 'environment'}: ${issue?.message ?? 'not understood'}`);
  }
  const values = parsed.data;
  const role = readRole(commandLine);
  if (role !== 'all') {
    for (const name of ['DATABASE_URL', 'REDIS_URL', 'SECRET_KEY'] as const) {
      if (values[name] === undefined) throw new StartError(`${name}: is required for --role ${role}`);
    }
  }
  const folder = resolve(values.DATA_DIR);
  if (mustExist && values.DATABASE_URL === undefined && !hasDatabase(folder)) {
    throw new StartError(
      `DATA_DIR: ${folder} has no installation; start the server once, or set DATA_DIR to the folder of one`,
    );
  }
  const dataDir = prepareDataDir(folder);
  return {
    role,
    port: values.PORT,
    host: values.HOST,
    publicUrl: values.PUBLIC_URL?.replace(/\/+$/, ''),
    dataDir,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    apiKey: values.PORTICO_API_KEY,
    secretKey: values.SECRET_KEY ?? keepSecretKey(dataDir),
    models: {
      openaiApiKey: values.OPENAI_API_KEY,
      openaiBaseUrl: values.OPENAI_BASE_URL,
      defaultModel: values.DEFAULT_MODEL,
      api: values.MODEL_API,
      embeddingModel: values.EMBEDDING_MODEL,
      modelPrices: values.MODEL_PRICES,
    },
    s3: readS3(values),
    rateLimitPerMinute: values.RATE_LIMIT_PER_MINUTE,
    rateLimitPerDay: values.RATE_LIMIT_PER_DAY,
    publicRateLimitPerDay: values.PUBLIC_RATE_LIMIT_PER_DAY,
    trustProxy: values.TRUST_PROXY,
    outboundAllow: values.OUTBOUND_ALLOW,
    webhookRetrySchedule: values.WEBHOOK_RETRY_SCHEDULE,
    logLevel: values.LOG_LEVEL,
    corsOrigins: values.CORS_ORIGINS,
    maxUploadBytes: values.MAX_UPLOAD_MB * 1_048_576,
    metricsToken: values.METRICS_TOKEN,
    oidc: readOidc(values),
    mail: readMail(values),
    allowWorkspaceCreation: values.ALLOW_WORKSPACE_CREATION,
    personaLinkDays: values.PERSONA_LINK_DAYS,
    maxStreams: {
      session: values.MAX_STREAMS_PER_SESSION,
      key: values.MAX_STREAMS_PER_KEY,
      ip: values.MAX_STREAMS_PER_IP,
    },
  };
}

function readRole(commandLine: readonly string[]): Role {
  const at = commandLine.findIndex((word) => word === '--role' || word.startsWith('--role='));
  if (at === -1) return 'all';
  const word = commandLine[at] ?? '';
  const role = Role.safeParse(word.includes('=') ? word.slice('--role='.length) : commandLine[at + 1]);
  if (!role.success) throw new StartError('--role: must be web, worker or all');
  return role.data;
}

/** A bucket and how to reach it. */
export interface S3Config {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

function readS3(values: z.infer<typeof Environment>): S3Config | undefined {
  const { S3_ENDPOINT, S3_BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION } = values;
  const given = [S3_ENDPOINT, S3_BUCKET, S3_REGION, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY];
  if (given.every((value) => value === undefined)) return undefined;
  if (S3_ENDPOINT === undefined) throw new StartError('S3_ENDPOINT: is required for S3 storage');
  if (S3_BUCKET === undefined) throw new StartError('S3_BUCKET: is required for S3 storage');
  if (S3_ACCESS_KEY_ID === undefined) throw new StartError('S3_ACCESS_KEY_ID: is required for S3 storage');
  if (S3_SECRET_ACCESS_KEY === undefined) throw new StartError('S3_SECRET_ACCESS_KEY: is required for S3 storage');
  return {
    endpoint: S3_ENDPOINT,
    bucket: S3_BUCKET,
    region: S3_REGION ?? 'us-east-1',
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  };
}

/** An OpenID provider, and the people who may join with it. */
export interface OidcConfig {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Label of the button. */
  readonly name: string;
  /** E-mail domains, in lower case, whose people may join without an invitation. */
  readonly allowedDomains: readonly string[];
  readonly defaultRole: z.infer<typeof MemberRole>;
}

function readOidc(values: z.infer<typeof Environment>): OidcConfig | undefined {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = values;
  if (issuer === undefined && clientId === undefined && clientSecret === undefined) return undefined;
  if (issuer === undefined) throw new StartError('OIDC_ISSUER: is required for OpenID Connect');
  if (clientId === undefined) throw new StartError('OIDC_CLIENT_ID: is required for OpenID Connect');
  if (clientSecret === undefined) throw new StartError('OIDC_CLIENT_SECRET: is required for OpenID Connect');
  const { protocol, hostname } = new URL(issuer);
  const isLoopback = hostname === 'localhost' || hostname === '[::1]' || /^127\.\d+\.\d+\.\d+$/.test(hostname);
  if (protocol === 'http:' && !isLoopback) throw new StartError('OIDC_ISSUER: must be an https address');
  return {
    issuer,
    clientId,
    clientSecret,
    name: values.OIDC_NAME,
    allowedDomains: values.OIDC_ALLOWED_DOMAINS.map((domain) => domain.toLowerCase().replace(/^@/, '')),
    defaultRole: values.OIDC_DEFAULT_ROLE,
  };
}

/** A mail server, and the sender of its mails. */
export interface MailConfig {
  readonly smtpUrl: string;
  readonly from: string;
}

function readMail({ SMTP_URL: smtpUrl, MAIL_FROM: from }: z.infer<typeof Environment>): MailConfig | undefined {
  if (smtpUrl === undefined) return undefined;
  if (from === undefined) throw new StartError('MAIL_FROM: is required with SMTP_URL, as the sender of mails');
  return { smtpUrl, from };
}

/** Apps have origins of other schemes, like capacitor://localhost, whose `URL.origin` is `null`. */
function toOrigin(text: string): string | undefined {
  const [, plain] = /^([a-z][a-z\d+.-]*:\/\/[^\s/?#@*\\]+)\/?$/i.exec(text) ?? [];
  if (plain === undefined || !URL.canParse(plain)) return undefined;
  const { origin } = new URL(plain);
  return origin === 'null' ? plain.toLowerCase() : origin;
}

function readPrices(text: string, context: z.RefinementCtx): ModelPrices {
  try {
    return ModelPrices.parse(JSON.parse(text));
  } catch {
    context.addIssue('must be JSON like {"model": {"prompt": 1, "completion": 2}}, in credits per 1,000 tokens');
    return z.NEVER;
  }
}

function checkAllowList(text: string, context: z.RefinementCtx): void {
  try {
    parseAllowList(text);
  } catch (error) {
    context.addIssue(error instanceof Error ? error.message : 'is not understood');
  }
}
