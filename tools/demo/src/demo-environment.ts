import type { Environment } from '@palimpsest/runtime';

// What the demo brings along itself: a stranger's Redis, keys and secrets are none of its business.
const brought =
  /^PALIMPSEST_(DATA_DIR|ENV_FILE|REDIS_.*|MASTER_KEY.*|OPERATOR_KEY)$|^(OPENAI|ANTHROPIC|GEMINI|OPENROUTER)_API_KEY/;

/**
 * The variables of a gateway for the demo: the caller's own (ports, levels), with a data folder of the demo's and without any real
 * provider key, so that no run can cost money or touch what `make up` keeps.
 */
export const demoEnvironment = (own: Environment, dataDir: string): Environment => ({
  PALIMPSEST_LOG_LEVEL: 'warn',
  ...Object.fromEntries(Object.entries(own).filter(([name]) => !brought.test(name))),
  PALIMPSEST_DATA_DIR: dataDir,
  PALIMPSEST_ENV_FILE: `${dataDir}/none.env`,
});
