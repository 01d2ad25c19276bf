import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Supervised, supervise, waitReady } from '@palimpsest/launcher';
import { findHaproxy } from './find-haproxy.ts';
import { type Balanced, haproxyConfig } from './haproxy-config.ts';

const readyWithinMs = 10_000;

/** Starts HAProxy before the proxies and resolves once it has found one that is ready. Its files lie in `folder`. */
export function startBalancer(balanced: Balanced, folder: string, print: (line: string) => void): Promise<Supervised> {
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, haproxyConfig(balanced));
  const command = {
    name: 'balancer',
    file: findHaproxy(print),
    // In the foreground, and silent about every check.
    args: ['-db', '-q', '-f', file],
    cwd: folder,
    environment: process.env,
    pidFile: join(folder, 'balancer.pid'),
    watchesParent: false,
  };
  const url = `http://${balanced.host}:${balanced.port}/readyz`;
  return supervise(command, (gone) => waitReady('balancer', url, readyWithinMs, gone), print);
}
