import type { IForbiddenRuleType, IRegularForbiddenRuleType } from 'dependency-cruiser';

type Target = IRegularForbiddenRuleType['to'];

/** The layers of the code base: each has a name and a pattern of its files. Every source file is in at least one. */
export const layers = {
  routes: '^server/src/features/[^/]+/.*\\.routes\\.ts$',
  services: '^server/src/features/[^/]+/.*\\.service\\.ts$',
  sql: '^server/src/features/[^/]+/.*\\.sql\\.ts$',
  jobs: '^server/src/features/[^/]+/.*\\.jobs\\.ts$',
  workers: '^server/src/features/[^/]+/.*\\.worker\\.ts$',
  engine: '^server/src/features/executions/engine/',
  nodes: '^server/src/features/executions/nodes/',
  features: '^server/src/features/',
  platform: '^server/src/platform/',
  app: '^server/src/app/',
  server: '^server/src/[^/]+\\.ts$',
  'server tests': '^server/test/',
  'shared-types': '^shared-types/src/',
  'browser-kit': '^browser-kit/src/',
  widget: '^widget/src/',
  'form-app': '^form-app/src/',
  'persona-app': '^persona-app/src/',
  console: '^console/src/',
  'embed-loader': '^embed-loader/src/',
  e2e: '^e2e/',
} as const;

const tests = ['\\.test\\.tsx?$', '^server/test/'];
const local =
  '^(server|shared-types|browser-kit|widget|form-app|persona-app|console|embed-loader|e2e|scripts|bench)/(?!node_modules/)';
const database = '^server/src/platform/(database|select-page)';
/** The parts of claiming statements and of sweeps, and the statements of removals. */
const leases =
  '^server/src/platform/leases/((take-due|first-due|renew-held|removals|workspaces-in-turn)\\.sql|timings|lease)\\.ts$';
const ids = '^server/src/platform/ids\\.ts$';
const languages = '^shared-types/src/languages/';
/** Rules that the server and the front ends apply alike. */
const sharedRules = '^shared-types/src/rules/';
const valueImports: Target = { dependencyTypesNot: ['type-only', 'type-import'] };

// The launcher, its key in the visitor's storage, and the code that decides its size and language are bundled both in
// the loader's single file and in the widget. Its rarely used part loads what forwards events.
const beforeInterest = [
  '^widget/src/launcher/',
  '^widget/src/analytics\\.ts$',
  '^widget/src/models/storage-key\\.ts$',
  '^browser-kit/src/breakpoints\\.ts$',
  '^shared-types/src/languages/(choose-language|lists/(languages|launcher)|[a-z]+/launcher)\\.ts$',
] as const;

type Rule = { from: string; but?: string[]; to: Target };

function forbid(name: string, comment: string, { from, but = [], to }: Rule): IForbiddenRuleType {
  return { name, comment, severity: 'error', from: { path: from, pathNot: [...tests, ...but] }, to };
}

/**
 * The import table of the architecture, as rules. `pathNot` lists what a layer may import; all other local files are
 * forbidden.
 */
export const importRules: IForbiddenRuleType[] = [
  forbid('routes', 'routes import their own service, the platform and shared-types', {
    from: '^server/src/features/([^/]+)/.*\\.routes\\.ts$',
    to: {
      path: local,
      pathNot: ['^server/src/features/$1/', '^server/src/platform/', '^shared-types/'],
      ...valueImports,
    },
  }),
  forbid(
    'routes-types',
    "of other features, routes see types that their index.ts exports, like what a feature's platform is",
    {
      from: '^server/src/features/([^/]+)/.*\\.routes\\.ts$',
      to: {
        path: local,
        pathNot: [
          '^server/src/features/$1/',
          '^server/src/features/[^/]+/index\\.ts$',
          '^server/src/platform/',
          '^shared-types/',
        ],
      },
    },
  ),
  forbid('routes-decide-nothing', 'routes neither query nor run jobs: they call their service', {
    from: layers.routes,
    to: { path: [layers.sql, layers.jobs, database], ...valueImports },
  }),
  forbid('services', "services import their own feature, other features' index.ts, the platform and shared-types", {
    from: '^server/src/features/([^/]+)/.*\\.service\\.ts$',
    to: {
      path: local,
      pathNot: [
        '^server/src/features/$1/',
        '^server/src/features/[^/]+/index\\.ts$',
        '^server/src/platform/',
        '^shared-types/',
      ],
    },
  }),
  forbid('services-know-no-callers', 'services are called by routes and workers, not the other way round', {
    from: layers.services,
    to: { path: [layers.routes, layers.workers] },
  }),
  forbid('workers', 'a worker is started where its feature is created, and nobody else knows it', {
    from: layers.features,
    but: ['/create-[^/]+\\.ts$'],
    to: { path: layers.workers, ...valueImports },
  }),
  forbid(
    'sql',
    'sql imports platform/database, platform/leases and platform/ids; of its own feature and of shared-types it sees types only',
    {
      from: layers.sql,
      to: { path: local, pathNot: [database, leases, ids, layers.sql], ...valueImports },
    },
  ),
  forbid('sql-types', 'the types that sql sees are those of its own feature, the platform and shared-types', {
    from: '^server/src/features/([^/]+)/.*\\.sql\\.ts$',
    to: { path: local, pathNot: ['^server/src/features/$1/', '^server/src/platform/', '^shared-types/'] },
  }),
  forbid('jobs', 'jobs are a key, a schema and a hint: they import types of their own feature, and the platform', {
    from: '^server/src/features/([^/]+)/.*\\.jobs\\.ts$',
    to: { path: local, pathNot: ['^server/src/features/$1/', '^server/src/platform/', '^shared-types/'] },
  }),
  forbid('jobs-decide-nothing', 'jobs are what services import to ask for work: they know no other code of a feature', {
    from: layers.jobs,
    to: { path: layers.features, ...valueImports },
  }),
  forbid('engine', 'the engine is pure: platform and shared-types, but no database and no queue', {
    from: layers.engine,
    to: { path: local, pathNot: [layers.engine, layers.platform, layers['shared-types']] },
  }),
  forbid('engine-is-pure', 'the engine is pure: platform and shared-types, but no database and no queue', {
    from: layers.engine,
    to: { path: [database, '^server/src/platform/(queue|event-log|storage|outbound|models)'] },
  }),
  forbid(
    'nodes',
    "nodes import the engine, the platform, shared-types and other features' index.ts; of their own feature only types",
    {
      from: layers.nodes,
      to: {
        path: local,
        pathNot: [
          layers.nodes,
          layers.engine,
          layers.platform,
          layers['shared-types'],
          '^server/src/features/(?!executions/)[^/]+/index\\.ts$',
        ],
        ...valueImports,
      },
    },
  ),
  forbid('front-door', "a feature is entered by its index.ts: nobody reaches into another feature's files", {
    from: '^server/src/features/([^/]+)/',
    to: { path: '^server/src/features/(?!$1/)[^/]+/', pathNot: '^server/src/features/[^/]+/index\\.ts$' },
  }),
  forbid('platform', 'the platform knows no feature', {
    from: layers.platform,
    to: { path: local, pathNot: [layers.platform, layers['shared-types']] },
  }),
  forbid('composition', 'only the entry files import the composition', {
    from: '^server/src/(features|platform)/',
    to: { path: ['^server/src/app/', '^server/src/[^/]+\\.ts$'] },
  }),
  forbid('drivers', 'drivers of databases, queues, networks and models belong to the platform and the composition', {
    from: layers.features,
    to: {
      path: [
        '(^|node_modules/)(postgres|pg|@electric-sql/[^/]+|bullmq|ioredis|undici|openai)(/|$)',
        '^(node:)?(https?|http2|net|tls|dgram)$',
      ],
      ...valueImports,
    },
  }),
  forbid(
    'browsers',
    'front ends import browser-kit, types, languages and rules of shared-types, and nothing else of this repository',
    {
      from: '^(widget|form-app|persona-app|console)/src/',
      to: { path: local, pathNot: ['^$1/', '^browser-kit/', languages, sharedRules], ...valueImports },
    },
  ),
  forbid('browser-types', 'front ends see no types but those of browser-kit and shared-types', {
    from: '^(widget|form-app|persona-app|console)/src/',
    to: { path: local, pathNot: ['^$1/', '^browser-kit/', '^shared-types/'] },
  }),
  forbid('browser-kit', 'browser-kit imports types and rules of shared-types, and nothing else of this repository', {
    from: layers['browser-kit'],
    to: { path: local, pathNot: [layers['browser-kit'], sharedRules], ...valueImports },
  }),
  forbid('browser-kit-types', 'browser-kit sees no types but those of shared-types', {
    from: layers['browser-kit'],
    to: { path: local, pathNot: [layers['browser-kit'], layers['shared-types']] },
  }),
  forbid(
    'embed-loader',
    'the loader imports no package, and only what it shows together with the widget before a visitor is interested',
    {
      from: layers['embed-loader'],
      to: { path: '', pathNot: [layers['embed-loader'], ...beforeInterest], ...valueImports },
    },
  ),
  forbid('before-interest', 'what the loader takes in of the widget takes in nothing more', {
    from: beforeInterest.join('|'),
    // Only pages that bundle the widget load it.
    but: ['^widget/src/launcher/own-launcher\\.ts$'],
    to: { path: '', pathNot: [...beforeInterest], ...valueImports },
  }),
  forbid('shared-types', 'the wire knows nobody', {
    from: layers['shared-types'],
    to: { path: local, pathNot: layers['shared-types'] },
  }),
  forbid('shared-rules', 'rules, which front ends load, see nothing but each other and types', {
    from: sharedRules,
    to: { path: '', pathNot: sharedRules, ...valueImports },
  }),
  forbid('wire', 'the wire is what the client is made of, not the other way round', {
    from: '^shared-types/src/(?!client/|index\\.ts$)',
    to: { path: '^shared-types/src/(client/|index\\.ts$)' },
  }),
  forbid('e2e', 'the browser tests see shared-types; all else they reach by URL', {
    from: layers.e2e,
    to: { path: local, pathNot: ['^e2e/', '^shared-types/'] },
  }),
  forbid('no-tests', 'what is shipped does not import tests', { from: local, to: { path: tests } }),
  forbid('no-cycles', 'modules that import each other in a circle can only be understood together', {
    from: local,
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only', 'type-import'] } },
  }),
  forbid('resolvable', 'what is imported exists', {
    from: local,
    // Built in another folder, with the packages as npm installs them.
    but: ['^e2e/react-app/'],
    to: { couldNotResolve: true },
  }),
];
