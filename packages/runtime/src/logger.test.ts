import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { createLogger } from './logger.ts';
import { Secret } from './secret.ts';

function lines(log: (logger: ReturnType<typeof createLogger>) => void): string {
  const written: string[] = [];
  log(createLogger({ service: 'proxy', level: 'info', destination: { write: (line) => void written.push(line) } }));
  return written.join('');
}

const canaries = [
  'sk-proj-abcdefghijklmnopqrstuvwx',
  'sk-ant-api03-abcdefghijklmnop_-qrst',
  'sk-or-v1-0123456789abcdef0123456789abcdef',
  'AIzaSyA-abcdefghijklmnopqrstuvwxyz01234',
  'gsk_abcdefghijklmnopqrstuvwx',
  'pgw_live_abcdefghijklmnopqrstuvwxyz0123456789ABCDEFG',
  'pgw_op_abcdefghijklmnopqrstuvwxyz0123456789ABCD',
];

describe('the log', () => {
  it.each(canaries)('loses %s wherever it stands', (canary) => {
    const text = lines((logger) => {
      logger.info(`key ${canary} was refused`);
      logger.info({ a: { b: [{ c: canary }] } }, 'deep');
      logger.error({ err: new Error(`no ${canary}`, { cause: new Error(`url?key=${canary}`) }) }, 'failed');
    });
    expect(text).not.toContain(canary);
    expect(text.split('\n').filter(Boolean)).toHaveLength(3);
    for (const line of text.split('\n').filter(Boolean)) expect(() => JSON.parse(line)).not.toThrow();
  });

  it('loses bearer tokens and passwords of URLs of any shape, and nothing else', () => {
    const text = lines((logger) =>
      logger.info(
        'authorization: Bearer x.y.z-12345 and redis://default:hunter2@cache:6379/0 and ask-for-it, skeleton',
      ),
    );
    expect(text).toContain('Bearer [redacted] and redis://default:[redacted]@cache:6379/0 and ask-for-it, skeleton');
  });

  it('writes of a request its id, method and path, never its query or headers', () => {
    const req = { id: 'req_1', method: 'GET', url: '/v1/models?key=abc', headers: { authorization: 'abc' } };
    const line = JSON.parse(lines((logger) => logger.info({ req })));
    expect(line.req).toEqual({ id: 'req_1', method: 'GET', path: '/v1/models' });
  });

  it('writes of an error its words and cause, never its other members', () => {
    const error = Object.assign(new Error('outer', { cause: new Error('inner') }), {
      code: 'E1',
      config: { key: 'abc' },
    });
    const line = JSON.parse(lines((logger) => logger.info({ err: error })));
    expect(line.err).toMatchObject({ type: 'Error', message: 'outer', code: 'E1', cause: { message: 'inner' } });
    expect(line.err).not.toHaveProperty('config');
  });
});

describe('standard output', () => {
  /** What a program writes that logs, and how it ends. */
  const written = (program: string): string[] => {
    const source = `import { createLogger } from ${JSON.stringify(join(import.meta.dirname, 'logger.ts'))};
      const logger = createLogger({ service: 'proxy', level: 'info' });
      ${program}`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', source], { encoding: 'utf8' });
    return stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line).msg);
  };

  it.each([
    'throw new Error("a bug")',
    'process.exit(1)',
    'setTimeout(() => process.kill(process.pid, "SIGKILL"), 50)',
  ])('has every line from before %s, in order', (end) => {
    expect(written(`logger.info('one'); logger.info('two'); ${end}`)).toEqual(['one', 'two']);
  });
});

describe('a secret', () => {
  it('prints as [secret] in every way but one', () => {
    const secret = new Secret('abc');
    expect([String(secret), JSON.stringify(secret), inspect({ secret }), secret.reveal()]).toEqual([
      '[secret]',
      '"[secret]"',
      '{ secret: [secret] }',
      'abc',
    ]);
  });
});
