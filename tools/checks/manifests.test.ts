import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, globSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parseAllDocuments } from 'yaml';
import { root } from './root.ts';

type Manifest = {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: unknown;
  readonly data?: Readonly<Record<string, string>>;
};

/** APIs that clusters of today no longer serve and that the type package still knows. */
const removedApis = /^(?:extensions\/|apps\/v1beta|autoscaling\/v2beta|policy\/v1beta|networking\.k8s\.io\/v1beta)/;
const hasKubectl = spawnSync('kubectl', ['version', '--client']).status === 0;
const nameOf = ({ kind, metadata }: Manifest): string => `${kind}/${metadata.name}`;

let work: string;

function manifestsIn(text: string): Manifest[] {
  return parseAllDocuments(text).flatMap((document) => {
    expect([...document.errors, ...document.warnings]).toEqual([]);
    const manifest: Manifest | null = document.toJS();
    return manifest === null ? [] : [manifest];
  });
}

/** kustomize wraps long base64, which Kubernetes takes and the validators do not. */
const unwrapped = (manifest: Manifest): Manifest =>
  manifest.kind !== 'Secret' || manifest.data === undefined
    ? manifest
    : {
        ...manifest,
        data: Object.fromEntries(Object.entries(manifest.data).map(([key, text]) => [key, text.replaceAll('\n', '')])),
      };

async function problemsOf(manifest: Manifest): Promise<string[]> {
  if (removedApis.test(manifest.apiVersion)) return [`${nameOf(manifest)}: ${manifest.apiVersion} is no longer served`];
  const models = await import(/* @vite-ignore */ `kubernetes-models/${manifest.apiVersion}/${manifest.kind}`);
  try {
    new models[manifest.kind](manifest).validate();
    return [];
  } catch (error) {
    return [`${nameOf(manifest)}: ${String(error)}`];
  }
}

/** The validators let unknown members pass; the compiler does not. */
function misspelledIn(manifests: readonly Manifest[]): string {
  const source = manifests.map(
    (manifest, index) =>
      `import type { I${manifest.kind} as T${index} } from 'kubernetes-models/${manifest.apiVersion}/${manifest.kind}';\n` +
      `export const m${index} = ${JSON.stringify(manifest, null, 1)} satisfies T${index};\n`,
  );
  // Inside the work tree, where the types are found.
  const folder = mkdtempSync(join(root, '.cache/manifests-'));
  try {
    writeFileSync(join(folder, 'manifests.ts'), source.join(''));
    const options = ['--noEmit', '--strict', '--module', 'esnext', '--moduleResolution', 'bundler', '--skipLibCheck'];
    const { stdout } = spawnSync(
      join(root, 'node_modules/.bin/tsc'),
      [...options, '--ignoreConfig', join(folder, 'manifests.ts')],
      {
        cwd: root,
        encoding: 'utf8',
      },
    );
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** What an overlay becomes, with secrets that init has just made from these variables. */
function rendered(overlay: string, variables: Readonly<Record<string, string>> = {}): Manifest[] {
  const copy = mkdtempSync(join(work, 'overlay-'));
  cpSync(join(root, 'deploy/k8s'), copy, { recursive: true });
  execFileSync(process.execPath, [join(root, 'tools/launcher/src/init.ts'), join(copy, 'overlays/local/secrets')], {
    env: { ...variables, PALIMPSEST_ENV_FILE: '', PALIMPSEST_DATA_DIR: join(copy, 'data') },
  });
  const folder = join(copy, 'overlays', overlay);
  return manifestsIn(execFileSync('kubectl', ['kustomize', folder], { encoding: 'utf8' })).map(unwrapped);
}

beforeAll(() => {
  mkdirSync(join(root, '.cache'), { recursive: true });
  work = mkdtempSync(join(tmpdir(), 'manifests-'));
});
afterAll(() => rmSync(work, { recursive: true }));

describe('the Kubernetes base', () => {
  const manifests = globSync('deploy/k8s/base/*.yaml', { cwd: root })
    .filter((file) => basename(file) !== 'kustomization.yaml')
    .flatMap((file) => manifestsIn(readFileSync(join(root, file), 'utf8')));

  it('holds what a gateway needs', () => {
    const names = manifests.map(nameOf);
    for (const name of [
      'Deployment/proxy',
      'HorizontalPodAutoscaler/proxy',
      'Service/proxy',
      'Deployment/control',
      'Deployment/metering',
    ])
      expect(names).toContain(name);
    expect(new Set(names).size).toBe(names.length);
  });

  type Probe = 'startupProbe' | 'livenessProbe' | 'readinessProbe';
  type Container = {
    readonly args: readonly string[];
    readonly resources: { readonly limits: { readonly memory: string } };
  } & Readonly<Record<Probe, { readonly httpGet: { readonly path: string } }>>;
  type Workload = { readonly template: { readonly spec: { readonly containers: readonly [Container] } } };
  const containerOf = (workload: string): Container | undefined =>
    (manifests.find((manifest) => nameOf(manifest) === workload)?.spec as Workload | undefined)?.template.spec
      .containers[0];

  it('lets Redis refuse what is too much before its container is killed for it, a rewrite of its file included', () => {
    const redis = containerOf('StatefulSet/redis');
    const [, mb] = /--maxmemory (\d+)mb /.exec(redis?.args.join(' ') ?? '') ?? [];
    const [, gib] = /^(\d+)Gi$/.exec(redis?.resources.limits.memory ?? '') ?? [];
    expect(Number(mb) / (Number(gib) * 1024)).toBeCloseTo(0.6, 2);
    expect(redis?.args.join(' ')).toContain('--maxmemory-policy noeviction');
  });

  it.each(['control', 'metering', 'proxy'])(
    'keeps one %s while nodes are drained, and spreads them over nodes',
    (service) => {
      const selector = { matchLabels: { 'app.kubernetes.io/name': service } };
      const specOf = (kind: string) => manifests.find((manifest) => nameOf(manifest) === `${kind}/${service}`)?.spec;
      expect(specOf('PodDisruptionBudget')).toEqual({ minAvailable: 1, selector });
      const spread = {
        topologyKey: 'kubernetes.io/hostname',
        whenUnsatisfiable: 'ScheduleAnyway',
        labelSelector: selector,
      };
      expect(specOf('Deployment')).toMatchObject({
        template: { metadata: { labels: selector.matchLabels }, spec: { topologySpreadConstraints: [spread] } },
      });
    },
  );

  it.each(['control', 'metering', 'proxy'])('kills no %s that only waits for something else', (service) => {
    const container = containerOf(`Deployment/${service}`);
    const pathOf = (probe: Probe) => container?.[probe].httpGet.path;
    expect([pathOf('startupProbe'), pathOf('livenessProbe')]).toEqual(['/healthz', '/healthz']);
    expect(pathOf('readinessProbe')).toBe('/readyz');
  });

  it.each([
    ['control', 'proxy'],
    ['metering', 'control'],
  ])('lets nobody but %2$s reach the gRPC port of %1$s', (callee, caller) => {
    type Rule = { readonly from?: unknown; readonly ports?: readonly { readonly port: string }[] };
    const policy = manifests.find(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name === callee);
    const spec = policy?.spec as { readonly podSelector: unknown; readonly ingress: readonly Rule[] } | undefined;
    const named = (name: string) => ({ matchLabels: { 'app.kubernetes.io/name': name } });
    expect(spec?.podSelector).toEqual(named(callee));
    const open = spec?.ingress.filter(({ ports }) => ports === undefined || ports.some(({ port }) => port === 'grpc'));
    expect(open).toEqual([{ from: [{ podSelector: named(caller) }], ports: [{ port: 'grpc' }] }]);
  });

  it('has only objects that are valid for their kind', async () => {
    expect((await Promise.all(manifests.map(problemsOf))).flat()).toEqual([]);
  });

  it('misspells no member, and would be told so', () => {
    expect(misspelledIn(manifests)).toBe('');
    const [first] = manifests;
    if (first === undefined) throw new Error('no manifest');
    expect(misspelledIn([{ ...first, spec: { replica: 2 } }])).toContain(
      'Object literal may only specify known properties',
    );
  });
});

describe.skipIf(!hasKubectl)('the overlays (skipped without kubectl)', () => {
  it.each(readdirSync(join(root, 'deploy/k8s/overlays')))(
    '%s renders to valid objects, with the secrets that init makes',
    async (name) => {
      const manifests = rendered(name);
      expect((await Promise.all(manifests.map(problemsOf))).flat()).toEqual([]);
      expect(misspelledIn(manifests)).toBe('');
      expect(manifests.filter(({ kind }) => kind === 'Secret')).toHaveLength(name === 'local' ? 4 : 3);
    },
  );

  it('local renders with the keys that variables hold', () => {
    const keys = { PALIMPSEST_MASTER_KEY: 'A'.repeat(43), PALIMPSEST_OPERATOR_KEY: `pgw_op_${'a'.repeat(40)}` };
    const { data } =
      rendered('local', keys).find(({ metadata }) => metadata.name.startsWith('palimpsest-control')) ?? {};
    const decoded = (name: string) => Buffer.from(data?.[name] ?? '', 'base64').toString();
    expect([decoded('master.key'), decoded('operator.key')]).toEqual(Object.values(keys).map((key) => `${key}\n`));
  });

  it('local has a Redis that asks for the password that the services have, which stands in secrets alone', () => {
    const manifests = rendered('local');
    const decoded = (secret: string, name: string): string => {
      const { data } = manifests.find(({ metadata }) => metadata.name.startsWith(`palimpsest-${secret}`)) ?? {};
      return Buffer.from(data?.[name] ?? '', 'base64').toString();
    };
    const password = decoded('redis', 'password');
    expect(password).toMatch(/^[\w-]{32}$/);
    for (const service of ['control', 'metering', 'proxy'])
      expect(decoded(service, 'env')).toContain(`PALIMPSEST_REDIS_URL='redis://:${password}@redis:6379/0'`);
    expect(JSON.stringify(manifests.filter(({ kind }) => kind !== 'Secret'))).not.toContain(password);
    const redis = JSON.stringify(manifests.find((manifest) => nameOf(manifest) === 'StatefulSet/redis'));
    const secret = manifests.find(({ metadata }) => metadata.name.startsWith('palimpsest-redis-'))?.metadata.name;
    expect(redis).toContain('"--requirepass","$(REDISCLI_AUTH)"');
    expect(redis).toContain(
      JSON.stringify({ name: 'REDISCLI_AUTH', valueFrom: { secretKeyRef: { key: 'password', name: secret } } }),
    );
  });

  it('external-redis has no Redis of its own, and the address that init was given', () => {
    const url = 'rediss://:a-password@redis.example.org:6380/0';
    const manifests = rendered('external-redis', { PALIMPSEST_REDIS_URL: url });
    expect(manifests.map(nameOf).filter((name) => name.includes('redis'))).toEqual([]);
    const settings = manifests.find(({ kind }) => kind === 'ConfigMap');
    expect(settings?.data).toMatchObject({ PALIMPSEST_CONTROL_HOST: 'control' });
    expect(Object.keys(settings?.data ?? {}).filter((name) => name.startsWith('PALIMPSEST_REDIS_'))).toEqual([]);
    const given = manifests.filter(({ kind }) => kind === 'Secret').map(({ data }) => data?.env ?? '');
    expect(given.map((env) => Buffer.from(env, 'base64').toString().includes(url))).toEqual([true, true, true]);
  });
});
