import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { freePorts } from '@palimpsest/testkit';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');
const portVariables = [
  'PALIMPSEST_PROXY_PORT',
  'PALIMPSEST_CONTROL_PORT',
  'PALIMPSEST_CONTROL_GRPC_PORT',
  'PALIMPSEST_METERING_GRPC_PORT',
  'PALIMPSEST_PROXY_OPS_PORT',
  'PALIMPSEST_CONTROL_OPS_PORT',
  'PALIMPSEST_METERING_OPS_PORT',
  'PALIMPSEST_EMBEDDED_REDIS_PORT',
];

// The first run of a clean clone builds the bundles and the dashboard.
test('make demo shows a limited free key, the paid one that answers, and both chains', {
  timeout: 300_000,
}, async () => {
  const ports = await freePorts(portVariables.length);
  const demo = spawn(process.execPath, [join(root, 'tools/demo/src/main.ts')], {
    cwd: root,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      DEMO_ONCE: '1',
      ...Object.fromEntries(portVariables.map((name, at) => [name, String(ports[at])])),
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [output, problems, [code]] = await Promise.all([text(demo.stdout), text(demo.stderr), once(demo, 'exit')]);
  expect({ code, problems }).toMatchObject({ code: 0 });
  expect(output).toMatch(/1 {2}openai +free +gpt-4o-mini +success +200/);
  expect(output).toMatch(
    /1 {2}openai +free +gpt-4o-mini +transient +429.*\n.*2 {2}openai +paid +gpt-4o-mini +success +200/,
  );
  expect(output).toMatch(
    /1 {2}openai +paid +gpt-4o-mini +transient.*\n.*2 {2}anthropic +claude +claude-haiku-4-5 +success/,
  );
  expect(output).toMatch(/dashboard +http:\/\/127\.0\.0\.1:\d+\//);
});
