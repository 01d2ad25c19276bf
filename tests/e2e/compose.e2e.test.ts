import { answer } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { baseImages, type ComposeHouse, findCompose, startCompose } from './house/compose.ts';
import { openScene, type Scene, type ScenicUser } from './house/scene.ts';

const command = findCompose();
if (command === undefined)
  console.warn(`skipped: the compose file; no container engine answers that has ${baseImages.join(' and ')}`);

describe.skipIf(command === undefined)('the compose file', { timeout: 180_000 }, () => {
  let house: ComposeHouse;
  let scene: Scene;
  let user: ScenicUser;
  const ask = async (): Promise<string | null | undefined> => {
    const messages = [{ role: 'user' as const, content: 'hi' }];
    const { choices } = await user.openai.chat.completions.create({ model: scene.model, messages });
    return choices[0]?.message.content;
  };

  beforeAll(async () => {
    if (command === undefined) return;
    house = await startCompose(command);
    scene = await openScene({ ...house, providersAt: house.hostAddress });
    await scene.key('openai', [answer('fine')]);
    user = await scene.user();
  }, 300_000);
  afterAll(async () => {
    await scene?.close();
    await house?.close();
  }, 60_000);

  it('starts services that find each other: a call is answered, and stands in the log', async () => {
    expect(await ask()).toBe('fine');
    await expect
      .poll(async () => (await house.operator.requests({ user: user.id })).length, { timeout: 10_000 })
      .toBe(1);
  });

  it('gives each service its share of the secrets, and the master key to control alone', async () => {
    const files = (service: string) => house.exec(service, 'ls', '/data');
    expect(await files('control')).toContain('master.key');
    for (const service of ['proxy', 'metering'])
      expect((await files(service)).trim().split(/\s+/)).toEqual(['env', 'tls']);
  });

  it('lets no service write anywhere but into its data', async () => {
    await house.exec('proxy', 'touch', '/data/written');
    await expect(house.exec('proxy', 'touch', '/tmp/written')).rejects.toThrow('Read-only file system');
  });

  it('keeps keys and users when everything is started anew', async () => {
    await house.compose('restart', '--timeout', '20');
    await house.untilReady();
    expect(await ask()).toBe('fine');
  });

  it('changes its master key by the command of the documentation, and opens what was sealed before', async () => {
    expect(await house.exec('control', 'node', '/app/rotate/main.mjs', 'rekey')).toContain('wrapped anew');
    await house.compose('restart', '--timeout', '20', 'control', 'proxy');
    await house.untilReady();
    expect(await ask()).toBe('fine');
  });

  it('ends in good order when it is stopped', async () => {
    await house.compose('stop', '--timeout', '50');
    for (const service of ['proxy', 'control', 'metering']) expect(await house.exitCode(service)).toBe(0);
  });
});
