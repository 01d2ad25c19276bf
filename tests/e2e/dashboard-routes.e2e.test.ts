import { answer } from '@palimpsest/testkit';
import { expect, test } from 'vitest';
import { dashboardScene } from './dashboard/dashboard-scene.ts';

const playing = dashboardScene();

test('a route and a price are entered by hand, the route says who would answer, and the next request has its cost', async () => {
  const { dashboard, scene } = playing();
  await scene.key('openai', [answer({ text: 'hello', usage: { prompt: 10, completion: 2 } })], { name: 'only one' });
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Prices', exact: true }).click();
  await page.getByRole('button', { name: 'Enter a price' }).first().click();
  await page.getByRole('textbox', { name: 'Model', exact: true }).fill(scene.model);
  await page.getByRole('textbox', { name: 'Input, per million tokens', exact: true }).fill('0.1');
  await page.getByRole('textbox', { name: 'Output, per million tokens', exact: true }).fill('1.000001');
  await page.getByRole('dialog').getByRole('button', { name: 'Enter price' }).click();
  await page.getByRole('row').filter({ hasText: scene.model }).getByText('$1.000001').waitFor();

  await page.getByRole('link', { name: 'Routes', exact: true }).click();
  await page.getByRole('button', { name: 'Add a route' }).first().click();
  await page.getByRole('textbox', { name: 'Public name' }).fill('smart');
  await page.getByRole('combobox', { name: 'Provider of target 1' }).selectOption('anthropic');
  await page.getByRole('textbox', { name: 'Model of target 1' }).fill('nobody-has-it');
  await page.getByRole('button', { name: 'Add a target' }).click();
  await page.getByRole('textbox', { name: 'Model of target 2' }).fill(scene.model);
  await page.getByRole('button', { name: 'Move target 2 up' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Add route' }).click();
  await page.getByRole('button', { name: 'Simulate smart' }).click();
  await page.getByRole('row').filter({ hasText: 'only one' }).getByText('Chosen').waitFor();
  await page.getByRole('button', { name: 'Done' }).click();

  const user = await scene.user();
  await user.openai.chat.completions.create({ model: 'smart', messages: [{ role: 'user', content: 'hello' }] });
  await page.getByRole('link', { name: 'Requests', exact: true }).click();
  // 10 tokens at 0.1 and 2 at 1.000001 USD a million.
  await page.getByRole('row').filter({ hasText: 'smart' }).getByText('$0.000003', { exact: true }).waitFor();
  expect(dashboard.faults()).toEqual([]);
});

test('a new route takes the place of none: the name of one that exists is refused where it is entered', async () => {
  const { dashboard, scene } = playing();
  const targets = [{ provider: 'openai', model: 'gpt-4o' }];
  await scene.operator.call('PUT', '/routes/exists', { targets });
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Routes', exact: true }).click();
  await page.getByRole('button', { name: 'Simulate exists' }).waitFor();
  await page.getByRole('button', { name: 'Add a route' }).first().click();
  const dialog = page.getByRole('dialog');
  const name = dialog.getByRole('textbox', { name: 'Public name' });
  await name.fill('exists');
  await dialog.getByText('There is a route of this name').waitFor();
  await dialog.getByRole('textbox', { name: 'Model of target 1' }).fill('another');
  await dialog.getByRole('button', { name: 'Add route' }).click();
  await name.fill('exists-not');
  await dialog.getByRole('button', { name: 'Add route' }).click();
  await dialog.waitFor({ state: 'detached' });
  expect(await scene.operator.call('GET', '/routes/exists')).toMatchObject({ targets });
  expect(await scene.operator.call('GET', '/routes/exists-not')).toMatchObject({
    targets: [{ provider: 'openai', model: 'another' }],
  });
  expect(dashboard.faults()).toEqual([]);
});

test('a route is simulated with a request that is pasted, and what cannot be read of it is said', async () => {
  const { dashboard, scene } = playing();
  const [blind, seeing] = ['gpt-3.5-turbo', 'claude-sonnet-4-5'];
  await scene.key('openai', [answer('hello')], { name: 'blind one', models: [blind] });
  await scene.key('anthropic', [answer('hello')], { name: 'seeing one', models: [seeing] });
  const targets = [
    { provider: 'openai', model: blind },
    { provider: 'anthropic', model: seeing },
  ];
  await scene.operator.call('PUT', '/routes/looks', { targets });
  const page = await dashboard.signedIn();
  await page.goto('/routes');
  await page.getByRole('button', { name: 'Simulate looks' }).click();
  const dialog = page.getByRole('dialog');
  const verdictOf = (key: string) => dialog.getByRole('row').filter({ hasText: key });
  await verdictOf('blind one').getByText('Chosen').waitFor();

  const request = dialog.getByRole('textbox', { name: 'Request' });
  const again = dialog.getByRole('button', { name: 'Look again' });
  await request.fill('{"messages": [}');
  await again.click();
  await dialog.getByText(/This is no JSON: Unexpected token '}'/).waitFor();
  expect(await request.getAttribute('aria-invalid')).toBe('true');

  await request.fill('{"messages": [{"role": "robot", "content": "Hello"}]}');
  await again.click();
  await dialog.getByRole('alert').getByText('request.messages[0].role:').waitFor();

  const image = { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBORw0KGgo=' } };
  await request.fill(JSON.stringify({ messages: [{ role: 'user', content: [image] }] }, null, 2));
  await again.click();
  await verdictOf('seeing one').getByText('Chosen').waitFor();
  await verdictOf('blind one').getByText('Cannot serve this request').waitFor();
  expect(dashboard.faults()).toEqual([]);
});

test('while control is away a page keeps what it has and says so, and goes on by itself once control is back', async () => {
  const { dashboard } = playing();
  const page = await dashboard.signedIn();
  await page.getByRole('link', { name: 'Users', exact: true }).click();
  await page.getByRole('heading', { name: 'Users', level: 1 }).waitFor();
  const { name } = await dashboard.house.operator.createUser({ name: 'before the outage' });
  await page.getByText(name).waitFor();
  await dashboard.house.stop('control');
  await page.getByRole('alert').filter({ hasText: 'The gateway does not answer' }).waitFor();
  await page.getByText(name).waitFor();

  await dashboard.house.start('control');
  await dashboard.house.operator.createUser({ name: 'after the outage' });
  await page.getByText('after the outage').waitFor();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});
