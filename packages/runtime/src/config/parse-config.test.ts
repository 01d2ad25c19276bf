import { describe, expect, it } from 'vitest';
import { deploymentVariables } from './deployment-variables.ts';
import { parseConfig } from './parse-config.ts';
import { requestVariables } from './request-variables.ts';
import { variables } from './variables.ts';

const redis = { PALIMPSEST_REDIS_URL: 'redis://localhost' };

describe('configuration', () => {
  it('gives every default of the table as a value', () => {
    const { config, problems, warnings } = parseConfig('proxy', redis);
    expect(problems).toEqual([]);
    expect(warnings).toEqual([]);
    expect(config).toMatchObject({
      PALIMPSEST_PROXY_PORT: 8000,
      PALIMPSEST_STREAM_MODE: 'buffered',
      PALIMPSEST_MAX_BODY_BYTES: 33_554_432,
      PALIMPSEST_LISTEN_HOST: '127.0.0.1',
    });
    expect(Object.isFrozen(config)).toBe(true);
  });

  it('has a default for each variable that its own kind accepts', () => {
    for (const variable of Object.values(variables))
      if ('default' in variable) expect(variable.kind.schema.safeParse(variable.default).success).toBe(true);
  });

  it('has each variable in one table only', () => {
    const names = [...Object.keys(deploymentVariables), ...Object.keys(requestVariables)];
    expect(names).toHaveLength(Object.keys(variables).length);
  });

  it('says what a password for Redis may be, whatever is at fault', () => {
    for (const password of ['a'.repeat(513), 'a\nb'])
      expect(parseConfig('proxy', { ...redis, PALIMPSEST_REDIS_PASSWORD: password }).problems).toEqual([
        'PALIMPSEST_REDIS_PASSWORD is not a password; allowed: 1 to 512 characters without a line break',
      ]);
  });

  it('reports all problems together, one line each, with what is allowed', () => {
    const { config, problems } = parseConfig('proxy', {
      ...redis,
      PALIMPSEST_PROXY_PORT: '80 80',
      PALIMPSEST_STREAM_MODE: 'fast',
      PALIMPSEST_MAX_ATTEMPTS: '0',
    });
    expect(config).toBeUndefined();
    expect(problems).toEqual([
      'PALIMPSEST_PROXY_PORT is not a whole number from 1 to 65535; allowed: a whole number from 1 to 65535 (a TCP port)',
      'PALIMPSEST_MAX_ATTEMPTS is not a whole number from 1 to 100; allowed: a whole number from 1 to 100 (attempts)',
      'PALIMPSEST_STREAM_MODE is none of the allowed words; allowed: buffered, gated, passthrough, stitched',
    ]);
  });

  it.each(['1e4', '0x50', '-1', '8080.0', '65536', '٨٠٨٠', ' 8080'])('takes no %j for a port', (text) => {
    expect(parseConfig('proxy', { ...redis, PALIMPSEST_PROXY_PORT: text }).problems).toHaveLength(1);
  });

  it.each(['a.example', 'a.example:', 'a:70000', 'a:7000,,b:7000', 'a:0', 'redis://a:7000'])(
    'takes no %j for a list of hosts',
    (text) => {
      expect(parseConfig('proxy', { PALIMPSEST_REDIS_CLUSTER: text }).problems).toEqual([
        'PALIMPSEST_REDIS_CLUSTER is not a list of host:port; allowed: host:port, several separated by commas',
      ]);
    },
  );

  it.each(['10.0.0.0/33', '10.0.0.', '::1/129', 'loopback', '10.0.0.1,', '10.0.0.1/x'])(
    'takes no %j for a list of addresses',
    (text) => {
      const { problems: found } = parseConfig('control', { ...redis, PALIMPSEST_TRUSTED_PROXIES: text });
      expect(found).toEqual([expect.stringMatching(/^PALIMPSEST_TRUSTED_PROXIES is not a list of IP addresses/)]);
    },
  );

  it('reads addresses and ranges of both families', () => {
    const { config } = parseConfig('control', {
      ...redis,
      PALIMPSEST_TRUSTED_PROXIES: '10.0.0.7, 10.1.0.0/16,fd00::/8',
    });
    expect(config?.PALIMPSEST_TRUSTED_PROXIES).toEqual(['10.0.0.7', '10.1.0.0/16', 'fd00::/8']);
  });

  it('never repeats a secret, right or wrong', () => {
    const wrong = parseConfig('control', {
      PALIMPSEST_REDIS_URL: 'http://:hunter2@localhost',
      PALIMPSEST_OPERATOR_KEY: 'pgw_op_hunter2',
      PALIMPSEST_MASTER_KEY: 'hunter2',
    });
    expect(wrong.problems).toHaveLength(3);
    expect(JSON.stringify(wrong)).not.toContain('hunter2');
    const right = parseConfig('control', { PALIMPSEST_REDIS_URL: 'redis://:hunter2@localhost' });
    expect(JSON.stringify(right)).not.toContain('hunter2');
    expect(right.config?.PALIMPSEST_REDIS_URL?.reveal()).toBe('redis://:hunter2@localhost');
  });

  it('warns of a name that nothing reads', () => {
    expect(parseConfig('proxy', { ...redis, PALIMPSEST_PORXY_PORT: '1', PATH: '/bin' }).warnings).toEqual([
      'PALIMPSEST_PORXY_PORT is not a variable of Palimpsest Gateway and is ignored',
    ]);
  });

  it('leaves alone what another service reads, and lets the launcher check everything', () => {
    const environment = { ...redis, PALIMPSEST_CONTROL_PORT: 'x' };
    expect(parseConfig('proxy', environment).problems).toEqual([]);
    expect(parseConfig('launcher', environment).problems).toHaveLength(1);
  });

  it('wants one Redis: a URL, a cluster, or Sentinels with the name of their master', () => {
    const problems = (environment: Record<string, string>) => parseConfig('metering', environment).problems;
    expect(problems({})).toEqual([expect.stringContaining('PALIMPSEST_REDIS_URL is not set')]);
    expect(problems({ ...redis, PALIMPSEST_REDIS_CLUSTER: 'a:1,[::1]:2' })).toEqual([
      expect.stringContaining('exclude each other'),
    ]);
    expect(problems({ PALIMPSEST_REDIS_SENTINELS: 'a:26379' })).toEqual([
      expect.stringContaining('PALIMPSEST_REDIS_MASTER_NAME is not set'),
    ]);
    expect(parseConfig('launcher', {}).problems).toEqual([]);
    expect(parseConfig('proxy', { PALIMPSEST_REDIS_CLUSTER: 'a:1, [::1]:2' }).config?.PALIMPSEST_REDIS_CLUSTER).toEqual(
      [
        { host: 'a', port: 1 },
        { host: '::1', port: 2 },
      ],
    );
  });
});
