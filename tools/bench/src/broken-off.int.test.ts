import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, it } from 'vitest';

const run = `
import { startRedisProcess } from '@palimpsest/testkit';
import { workFolder } from './work-folder.ts';
const folder = workFolder('broken-off');
const { directory } = await startRedisProcess();
console.log(JSON.stringify([folder, directory]));
setInterval(() => undefined, 1000);
`;

it.each(['SIGINT', 'SIGTERM'] as const)('a run that %s breaks off leaves no folder behind', async (signal) => {
  const child = spawn(process.execPath, ['--input-type=module-typescript', '--eval', run], {
    cwd: join(import.meta.dirname),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const folders: string[] = JSON.parse(line);
  expect(folders.map((folder) => existsSync(folder))).toEqual([true, true]);
  child.kill(signal);
  await once(child, 'exit');
  expect(folders.map((folder) => existsSync(folder))).toEqual([false, false]);
});
