import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { type Service, type Variable, variables } from '../../packages/runtime/src/index.ts';
import { nodeArguments } from '../launcher/src/index.ts';
import { read } from './root.ts';

type ComposeService = {
  readonly environment?: Readonly<Record<string, string>>;
  readonly healthcheck?: object;
  readonly command?: readonly string[];
  readonly stop_grace_period?: string;
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
};

const compose: { readonly services: Readonly<Record<string, ComposeService>> } = parse(
  read('deploy/compose/compose.yaml'),
  { merge: true },
);
const table: Readonly<Record<string, Variable>> = variables;
const services = ['control', 'metering', 'proxy'] as const satisfies readonly Service[];

describe('the compose file', () => {
  it.each(services)('sets for %s only variables that it reads', (service) => {
    const names = Object.keys(compose.services[service]?.environment ?? {});
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !table[name]?.readers.includes(service))).toEqual([]);
  });

  it.each([...services, 'redis'])('knows when %s is healthy', (service) => {
    expect(compose.services[service]?.healthcheck).toBeDefined();
  });

  it.each(services)('starts %s from its bundle, after init and Redis', (service) => {
    expect(compose.services[service]?.command).toEqual([`/app/${service}/main.mjs`]);
    expect(compose.services[service]?.depends_on).toEqual({
      init: { condition: 'service_completed_successfully' },
      redis: { condition: 'service_healthy' },
    });
  });

  it('is told by variables that docs/operations.md names, each with its default', () => {
    const asked = [...read('deploy/compose/compose.yaml').matchAll(/\$\{(\w+):-([^}]+)\}/g)];
    expect(asked).not.toEqual([]);
    const rows = read('docs/operations.md').split('\n');
    const told = (name = '', standard = '') =>
      rows.some((row) => row.startsWith('| `') && row.includes(`\`${name}\``) && row.includes(standard));
    expect(asked.filter(([, name, standard]) => !told(name, standard)).map(([text]) => text)).toEqual([]);
  });

  it.each(services)('gives %s its Redis, and lets none of the `.env` stand beside it', (service) => {
    expect(compose.services[service]?.environment).toHaveProperty('PALIMPSEST_REDIS_URL');
    expect(compose.services.init?.command).toContain('--redis-given');
  });

  it.each(services)('lets %s end by itself after the drain, unless told of a longer one', (service) => {
    const [, seconds] =
      /^\$\{STOP_GRACE_PERIOD:-(\d+)s\}$/.exec(compose.services[service]?.stop_grace_period ?? '') ?? [];
    expect(Number(seconds)).toBe(Number(variables.PALIMPSEST_DRAIN_SECONDS.default) + 20);
  });

  it('keeps what Redis holds on a volume, appended at once', () => {
    expect(compose.services.redis).toMatchObject({ volumes: ['redis:/data'] });
    expect(compose.services.redis?.command?.join(' ')).toContain('--appendonly yes');
  });
});

describe('the image', () => {
  const dockerfile = read('Dockerfile');

  it('takes its base from a build argument and runs as a numeric user without rights', () => {
    expect(dockerfile).toMatch(/^ARG BASE=node:24-bookworm-slim$/m);
    expect(dockerfile.match(/^FROM \$\{BASE\}/gm)).toHaveLength(2);
    expect(dockerfile).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m);
  });

  it('is built without what git leaves out for the secrets in it', () => {
    const unversioned = read('.gitignore')
      .split('\n')
      .filter((line) => /^\/?(?:data|\.env)/.test(line));
    expect(unversioned).toEqual(['/data/', '.env', '/data-*/']);
    expect(read('.dockerignore').split('\n')).toEqual(
      expect.arrayContaining(unversioned.map((line) => line.replace(/^\/|\/$/g, ''))),
    );
  });

  it('tells Node.js what the launcher tells it', () => {
    const [, entrypoint = ''] = /^ENTRYPOINT (.+)$/m.exec(dockerfile) ?? [];
    expect(JSON.parse(entrypoint)).toEqual(['node', ...nodeArguments]);
  });

  it('sets only variables that exist', () => {
    const names = dockerfile.match(/PALIMPSEST_\w+(?==)/g) ?? [];
    expect(names).not.toEqual([]);
    expect(names.filter((name) => !Object.hasOwn(table, name))).toEqual([]);
  });
});
