/**
 * Who may import whom. tools/checks/boundaries.test.ts plants an offender for each rule and expects it to be caught,
 * so that no rule can be green because it sees nothing.
 */
// Test support lies in folders called testing, beside the tests that use it.
const tests = '/testing/|\\.test\\.ts$';
const never = (name, comment, from, to, only = {}) => ({
  name,
  severity: 'error',
  comment,
  from: { path: from, pathNot: tests },
  to: { path: to, ...only },
});
const npm = (names) => `(^|/)node_modules/(${names})/`;
const providers = 'openai|anthropic|gemini|openrouter|openai-compatible';

export default {
  forbidden: [
    never(
      'domain-imports-nothing',
      'The words of the house stand on nothing, not even on Node.js.',
      '^packages/domain/src/',
      '^(packages/(?!domain/)|services/|tools/)|(^|/)node_modules/|^(node:|crypto$|fs$|path$)',
    ),
    never(
      'providers-import-domain-only',
      'An adapter is a pure function over data: no Redis, no HTTP, no logger.',
      '^packages/providers/src/',
      '^(packages/(?!domain/|providers/)|services/|tools/)|(^|/)node_modules/',
    ),
    never(
      'provider-folders-are-islands',
      'What two providers share lies beside their folders, never in one of them.',
      `^packages/providers/src/(${providers})/`,
      `^packages/providers/src/(?!$1/)(${providers})/`,
    ),
    never(
      'state-knows-no-service',
      'Redis code knows the words of the house and nothing else of ours.',
      '^packages/state/src/',
      '^(packages/(?!domain/|state/)|services/|tools/)',
    ),
    never(
      'only-state-speaks-redis',
      'Keys and functions live in packages/state.',
      '^(packages/(?!state/|testkit/)|services/)',
      npm('ioredis'),
    ),
    never(
      'only-http-knows-fastify',
      'The rest of a service is told what to do in words of the house.',
      '^services/[^/]+/src/(?!http/|app\\.ts|main\\.ts)',
      npm('fastify|@fastify/[^/]+'),
    ),
    never(
      'decisions-do-no-io',
      'Which key and what next are decided from what is known, without asking anybody.',
      '^services/proxy/src/(failover|selection|stitching)/',
      `${npm('undici|fastify|@grpc/[^/]+')}|^services/proxy/src/(http|upstream)/`,
    ),
    never(
      'proxy-needs-part-of-undici',
      'Its index loads fetch, web sockets, caches and mocks: memory of every proxy at rest.',
      '^services/proxy/src/',
      '(^|/)node_modules/undici/index\\.js$',
      { dependencyTypesNot: ['type-only'] },
    ),
    never(
      'nothing-calls-the-request-path',
      'It calls the others; nobody calls back.',
      '^services/proxy/src/(?!http/|app\\.ts|main\\.ts|build-request-path\\.ts|request-path)',
      '^services/proxy/src/request-path\\.ts',
    ),
    never(
      'services-are-strangers',
      'They meet in proto/ and in Redis, never in code.',
      '^services/([^/]+)/',
      '^services/(?!$1/)[^/]+/',
    ),
    never('packages-know-no-service', 'Arrows point one way.', '^packages/', '^(services|tools|web|tests)/'),
    never(
      'testkit-is-for-tests',
      'No product code runs on simulated providers.',
      '^(packages/(?!testkit/)|services/)[^/]+/src/',
      '^packages/testkit/|/testing/',
    ),
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one.',
      from: {},
      to: { circular: true },
    },
  ],
  options: {
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/|\\.d\\.ts$' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.json'],
    },
  },
};
