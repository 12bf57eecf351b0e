import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import {
  address,
  allowList,
  domains,
  flagOr,
  integer,
  line,
  optional,
  origins,
  prices,
  publicAddress,
  redisAddress,
  retrySchedule,
  sender,
  word,
  wordOr,
} from './config-values.ts';
import { hasDatabase, prepareDataDir } from './data-dir.ts';
import { StartError } from './errors.ts';
import { readSecretKey } from './secret-key.ts';

/** The role of the process: `web` answers HTTP, `worker` runs jobs, `all` does both. */
export const Role = z.enum(['web', 'worker', 'all']);
export type Role = z.infer<typeof Role>;

/** The roles of members in shared-types; importing them would delay every report of a wrong setting by a second. */
const memberRoles = ['owner', 'editor', 'responder', 'viewer'] as const;

const Environment = z.object({
  PORT: integer(0, 65535, 3000),
  HOST: optional(z.string()),
  PUBLIC_URL: optional(publicAddress),
  DATA_DIR: optional(z.string()),
  DATABASE_URL: optional(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// address' })),
  REDIS_URL: optional(redisAddress),
  PORTICO_API_KEY: optional(z.string()),
  SECRET_KEY: optional(z.string().min(32, 'must have at least 32 characters')),
  OPENAI_API_KEY: optional(z.string()),
  OPENAI_BASE_URL: optional(address),
  DEFAULT_MODEL: optional(z.string()),
  MODEL_API: optional(word(['auto', 'chat', 'responses'])),
  EMBEDDING_MODEL: optional(z.string()),
  MODEL_PRICES: optional(prices),
  S3_ENDPOINT: optional(address),
  S3_BUCKET: optional(z.string()),
  S3_REGION: optional(z.string()),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  RATE_LIMIT_PER_MINUTE: integer(1, 10_000_000, 600),
  RATE_LIMIT_PER_DAY: integer(1, 1_000_000_000, 50_000),
  PUBLIC_RATE_LIMIT_PER_DAY: integer(1, 1_000_000_000, 20_000),
  TRUST_PROXY: integer(0, 100, 0),
  OUTBOUND_ALLOW: allowList,
  WEBHOOK_RETRY_SCHEDULE: retrySchedule,
  LOG_LEVEL: wordOr(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'info'),
  CORS_ORIGINS: origins,
  MAX_UPLOAD_MB: integer(1, 10_240, 100),
  METRICS_TOKEN: optional(z.string()),
  OIDC_ISSUER: optional(z.url({ protocol: /^https?$/, error: 'must be an https address' })),
  OIDC_CLIENT_ID: optional(z.string()),
  OIDC_CLIENT_SECRET: optional(z.string()),
  OIDC_NAME: optional(line(100)),
  OIDC_ALLOWED_DOMAINS: domains,
  OIDC_DEFAULT_ROLE: wordOr(memberRoles, 'viewer'),
  SMTP_URL: optional(z.url({ protocol: /^smtps?$/, error: 'must be an smtp:// or smtps:// address' })),
  MAIL_FROM: optional(sender),
  ALLOW_WORKSPACE_CREATION: flagOr(false),
  DEMO: flagOr(true),
  PERSONA_LINK_DAYS: integer(1, 3_650, 30),
  MAX_STREAMS_PER_SESSION: integer(1, 1_000_000, 10),
  MAX_STREAMS_PER_KEY: integer(1, 1_000_000, 100),
  MAX_STREAMS_PER_IP: integer(1, 1_000_000, 200),
});

/** The names of all environment variables that the server reads. */
export const settingNames: readonly string[] = Object.keys(Environment.shape);

/** What the environment and the command line say; parsed once, before anything listens. */
export type Settings = ReturnType<typeof readConfig>;

/** The whole configuration of the process, with the secret key of its installation (`settleSecretKey`). */
export type Config = Omit<Settings, 'secretKey'> & { readonly secretKey: string };

/**
 * Reads the environment (docs/reference/environment.md#variables), the secret key in DATA_DIR, and the role from the
 * command line. Creates DATA_DIR, unless the installation must exist.
 * @throws StartError with one line that names the invalid variable.
 */
export function readConfig(
  environment: NodeJS.ProcessEnv,
  commandLine: readonly string[],
  { mustExist = false }: { mustExist?: boolean } = {},
) {
  const parsed = Environment.safeParse(withoutReturns(environment));
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
  const folder = resolve(values.DATA_DIR ?? './data');
  // Earlier versions created such a folder, and its installation must start.
  if (values.DATA_DIR?.startsWith('~') === true && !existsSync(folder)) {
    throw new StartError('DATA_DIR: must be a whole path; only shells replace ~ by a home folder');
  }
  if (mustExist && values.DATABASE_URL === undefined && !hasDatabase(folder)) {
    throw new StartError(
      `DATA_DIR: ${folder} has no installation; start the server once, or set DATA_DIR to the folder of one`,
    );
  }
  const dataDir = mustExist && !existsSync(folder) ? folder : prepareDataDir(folder);
  return {
    role,
    port: values.PORT,
    host: values.HOST ?? '127.0.0.1',
    publicUrl: values.PUBLIC_URL,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    redisUrl: values.REDIS_URL,
    apiKey: values.PORTICO_API_KEY,
    /** Undefined if DATA_DIR has none, on a first start or after a loss. */
    secretKey: values.SECRET_KEY ?? readSecretKey(dataDir),
    /** True if it is not the one in DATA_DIR. */
    isKeyGiven: values.SECRET_KEY !== undefined,
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
    /** Whether a first start creates the demo. */
    hasDemo: values.DEMO,
    personaLinkDays: values.PERSONA_LINK_DAYS,
    maxStreams: {
      session: values.MAX_STREAMS_PER_SESSION,
      key: values.MAX_STREAMS_PER_KEY,
      ip: values.MAX_STREAMS_PER_IP,
    },
  };
}

/**
 * The settings without the carriage return that a file with the line ends of Windows leaves at the end of each value.
 * SECRET_KEY stays as it is, and so does DATA_DIR if that folder exists: existing installations would not start, or seem
 * to be empty.
 */
function withoutReturns(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { SECRET_KEY, DATA_DIR } = environment;
  const trimmed = settingNames.map((name) => [name, environment[name]?.replace(/\r+$/, '')]);
  const kept = DATA_DIR !== undefined && existsSync(DATA_DIR) ? { SECRET_KEY, DATA_DIR } : { SECRET_KEY };
  return { ...Object.fromEntries(trimmed), ...kept };
}

/** `--role ROLE` is the only option of a server that starts. */
function readRole(commandLine: readonly string[]): Role {
  const accepted = 'the server accepts --role web|worker|all, --help and --version';
  const options = { role: { type: 'string' as const } };
  const { tokens } = parseArgs({ args: [...commandLine], options, strict: false, tokens: true });
  let role: Role = 'all';
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'option' || token.rawName !== '--role') {
      throw new StartError(`${(commandLine[token.index] ?? '').replace(/=.*/s, '')}: is not understood; ${accepted}`);
    }
    if (at > 0) throw new StartError('--role: is given twice');
    const parsed = Role.safeParse(token.value);
    if (!parsed.success) throw new StartError(`--role: must be web, worker or all, not ${token.value ?? 'empty'}`);
    role = parsed.data;
  }
  return role;
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
  readonly defaultRole: (typeof memberRoles)[number];
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
    name: values.OIDC_NAME ?? 'single sign-on',
    allowedDomains: values.OIDC_ALLOWED_DOMAINS,
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
