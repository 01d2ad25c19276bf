/** docs/redis.md: every family of Redis keys, from the table that makes the keys. */
import { keyspace } from '../packages/state/src/keyspace.ts';

type Family = (typeof keyspace)[keyof typeof keyspace];

const introduction = `# Redis

Everything the gateway keeps is in Redis, under the keys of this page. Keys are made in one place,
\`packages/state/src/keyspace.ts\`, and this page is generated from it (\`make gen\`).

- \`pgw:v1:\` is the version of the schema: a change that old code cannot read gets a new one.
- What stands in braces is the hash tag, which decides the slot in a cluster. Every Lua function touches keys of one tag only.
- What changes together changes in one Lua function (\`packages/state/src/lua\`), by the clock of Redis.
- Nothing here is a secret in the clear: provider secrets and session contents are sealed before they are written, and
  gateway keys are kept as their SHA-256.
`;

const tagTitles: readonly [prefix: string, title: string, words: string][] = [
  ['{u:', 'Users', 'What a user has used of its limits.'],
  [
    '{k:',
    'Provider keys',
    'The tag is the key, or `group:<name>` for the keys of one quota group: counters and marks of the tag hold for all of them.',
  ],
  ['{i:', 'Idempotency keys', 'Answers that a repeat of a request gets again.'],
  ['{v:', 'Vendors', 'Failures that several keys of a vendor met together.'],
  ['{s:', 'Sessions', 'One conversation; `<session>` is the SHA-256 of the client’s id.'],
  ['{usage:', 'Usage', 'Four partitions; a request belongs to one by a hash of its id.'],
  ['{registry}', 'Registry', 'What operators entered, and who did what.'],
  ['{alerts}', 'Alerts', 'What operators are told, and what still has to be sent to webhooks.'],
  ['{op:', 'Operators', 'Dashboard sessions.'],
];

const row = ({ pattern, type, lifetime, writers, purpose }: Family): string =>
  `| \`${pattern}\` | ${type} | ${lifetime} | ${writers} | ${purpose} |`;

function section([prefix, title, words]: (typeof tagTitles)[number]): string {
  const rows = Object.values(keyspace).filter(({ pattern }) => pattern.startsWith(`pgw:v1:${prefix}`));
  const head = '| key | type | lifetime | written by | what it holds |\n| --- | --- | --- | --- | --- |';
  return `## ${title}\n\n${words}\n\n${head}\n${rows.map(row).join('\n')}\n`;
}

/** The text of docs/redis.md. */
export const generateRedisDocs = (): string => [introduction, ...tagTitles.map(section)].join('\n');
