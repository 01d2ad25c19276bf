import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { root } from './root.ts';

/** One file for each rule that breaks it. */
const offenders: readonly [rule: string, file: string, source: string][] = [
  ['domain-imports-nothing', 'packages/domain/src/offender.ts', "import 'node:fs';"],
  ['providers-import-domain-only', 'packages/providers/src/offender.ts', "import '../../state/src/index.ts';"],
  ['provider-folders-are-islands', 'packages/providers/src/openai/offender.ts', "import '../anthropic/index.ts';"],
  ['state-knows-no-service', 'packages/state/src/offender.ts', "import '../../providers/src/index.ts';"],
  [
    'only-state-speaks-redis',
    'packages/runtime/src/offender.ts',
    "import '../../state/node_modules/ioredis/built/index.js';",
  ],
  ['only-http-knows-fastify', 'services/proxy/src/admission/offender.ts', "import 'fastify';"],
  ['decisions-do-no-io', 'services/proxy/src/selection/offender.ts', "import 'undici';"],
  ['proxy-needs-part-of-undici', 'services/proxy/src/upstream/offender.ts', "import 'undici';"],
  ['nothing-calls-the-request-path', 'services/proxy/src/failover/offender.ts', "import '../request-path.ts';"],
  ['services-are-strangers', 'services/control/src/offender.ts', "import '../../proxy/src/inbound.ts';"],
  [
    'packages-know-no-service',
    'packages/contracts/src/offender.ts',
    "import '../../../services/proxy/src/inbound.ts';",
  ],
  ['testkit-is-for-tests', 'services/metering/src/offender.ts', "import '@palimpsest/testkit';"],
  ['no-cycles', 'packages/contracts/src/offending-circle.ts', "import './offending-circle-2.ts';"],
  ['no-cycles', 'packages/contracts/src/offending-circle-2.ts', "import './offending-circle.ts';"],
];

type Report = {
  readonly summary: {
    readonly totalCruised: number;
    readonly violations: readonly {
      readonly from: string;
      readonly to: string;
      readonly rule: { readonly name: string };
    }[];
  };
};

let copy: string;

function cruise(): Report['summary'] {
  const args = ['packages', 'services', '--config', '.dependency-cruiser.mjs', '--output-type', 'json'];
  const output = execFileSync(join(root, 'node_modules/.bin/depcruise'), args, {
    cwd: copy,
    encoding: 'utf8',
    maxBuffer: 100_000_000,
  });
  const report: Report = JSON.parse(output);
  return report.summary;
}

describe('boundaries', { timeout: 60_000 }, () => {
  // Offenders are planted in a copy: other tests and editors look at the real tree meanwhile.
  beforeAll(() => {
    copy = mkdtempSync(join(tmpdir(), 'boundaries-'));
    for (const entry of ['packages', 'services', 'tools', 'package.json', 'tsconfig.json', '.dependency-cruiser.mjs'])
      cpSync(join(root, entry), join(copy, entry), {
        recursive: true,
        verbatimSymlinks: true,
        filter: (source) => basename(source) !== 'dist',
      });
    symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  });
  afterAll(() => rmSync(copy, { recursive: true, force: true }));

  it('has no import that crosses a boundary, and looked at the whole house', () => {
    const { violations, totalCruised } = cruise();
    expect(violations.map(({ rule, from, to }) => `${rule.name}: ${from} → ${to}`)).toEqual([]);
    expect(totalCruised).toBeGreaterThan(200);
  });

  it('catches an offender for every rule', () => {
    for (const [, file, source] of offenders) {
      mkdirSync(dirname(join(copy, file)), { recursive: true });
      writeFileSync(join(copy, file), `${source}\n`);
    }
    // By folder: of a circle, only one of its files is reported.
    const caught = cruise().violations.map(({ rule, from }) => `${rule.name}: ${dirname(from)}`);
    expect(caught).toEqual(expect.arrayContaining(offenders.map(([rule, file]) => `${rule}: ${dirname(file)}`)));
  });

  it('has an offender for every rule', async () => {
    const { default: config } = await import(join(root, '.dependency-cruiser.mjs'));
    const rules = config.forbidden.map((rule: { readonly name: string }) => rule.name);
    expect(new Set(offenders.map(([rule]) => rule))).toEqual(new Set(rules));
  });
});
