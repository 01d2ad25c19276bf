import { join } from 'node:path';
import type { Environment, Service } from '@palimpsest/runtime';
import { nodeArguments } from './node-arguments.ts';
import { serviceEnvironment } from './service-environment.ts';
import type { Command } from './supervise/run.ts';

/** How a service is started: its bundle, with the variables that it reads. `name` tells it from others of its kind. */
export function serviceCommand(
  service: Service,
  root: string,
  runDir: string,
  all: Environment,
  name: string = service,
): Command {
  return {
    name,
    file: process.execPath,
    args: [...nodeArguments, join(root, 'dist', service, 'main.mjs')],
    cwd: root,
    // The env file is merged into `all`: no service reads it again.
    environment: { ...serviceEnvironment(service, all), PALIMPSEST_ENV_FILE: '' },
    pidFile: join(runDir, `${name}.pid`),
    watchesParent: true,
  };
}
