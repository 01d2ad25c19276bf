import { once } from 'node:events';
import type { RequestListener } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { testAuthority } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StopSignal } from '../upstream/stop-signal.ts';
import { Stopped } from '../upstream/watchdog.ts';
import { createMediaFetcher, type MediaFetcher } from './fetch-media.ts';

const png = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');
let server: Server;
let media: MediaFetcher;
let guarded: MediaFetcher;
let connections = 0;
let base = '';

const pages: Readonly<Record<string, RequestListener>> = {
  '/image.png': (_, response) => response.writeHead(200, { 'content-type': 'text/plain' }).end(png),
  '/page': (_, response) => response.writeHead(200, { 'content-type': 'image/png' }).end('<html>secret page</html>'),
  '/gone': (_, response) => response.writeHead(404).end('secret reason'),
  '/moved': (_, response) => response.writeHead(302, { location: '/image.png' }).end(),
  '/inside': (_, response) => response.writeHead(302, { location: 'https://10.0.0.7/image.png' }).end(),
  '/plain': (_, response) => response.writeHead(302, { location: `http://localhost/image.png` }).end(),
  '/circle': (_, response) => response.writeHead(302, { location: '/circle' }).end(),
  '/endless': (_, response) => {
    response.writeHead(200);
    const more = (): void => {
      while (!response.destroyed && response.write(Buffer.alloc(1_048_576)));
    };
    response.on('drain', more);
    more();
  },
};

beforeAll(async () => {
  const { ca, cert, key } = await (await testAuthority()).issue('images');
  server = createServer({ cert, key }, (request, response) => pages[request.url ?? '']?.(request, response));
  server.on('connection', () => {
    connections += 1;
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  base = `https://localhost:${(server.address() as AddressInfo).port}`;
  // The test's own server stands at a loopback address: it alone is let through.
  media = createMediaFetcher({ isPublic: (address) => ['127.0.0.1', '::1'].includes(address), ca: ca.toString() });
  guarded = createMediaFetcher({ ca: ca.toString() });
});
afterAll(async () => {
  await Promise.all([media.close(), guarded.close()]);
  server.closeAllConnections();
  server.close();
});

const placed = (url: string, at = 0) => ({ url, param: `messages[${at}].content[0].image_url.url` });
const one = (from: MediaFetcher, url: string) => from.fetch([placed(url)], new StopSignal());

describe('what stands behind an address', () => {
  it('is known by its bytes, whatever its server calls it', async () => {
    const url = `${base}/image.png`;
    expect(await one(media, url)).toEqual(new Map([[url, { mediaType: 'image/png', base64: png.toString('base64') }]]));
  });

  it('may be moved within the public internet', async () => {
    expect(await one(media, `${base}/moved`)).toHaveProperty('size', 1);
  });

  it('is fetched once, however often it is named', async () => {
    const url = `${base}/image.png`;
    expect(await media.fetch([placed(url), placed(url, 1)], new StopSignal())).toHaveProperty('size', 1);
  });

  it.each([
    ['no image', '/page', /no image/],
    ['not there', '/gone', /status 404/],
    ['moved in circles', '/circle', /too often/],
    ['moved into a network of our own', '/inside', /not fetched/],
    ['moved to an open connection', '/plain', /not fetched/],
    ['without an end', '/endless', /larger than/],
  ])('is refused with the field that names it where it is %s', async (_, path, why) => {
    const found = await one(media, `${base}${path}`);
    expect(found).toMatchObject({
      refused: {
        param: 'messages[0].content[0].image_url.url',
        code: 'invalid_image_url',
        message: expect.stringMatching(why),
      },
    });
    expect(JSON.stringify(found)).not.toContain('secret');
  });
});

describe('addresses that are not public are refused, and nothing is connected to', () => {
  it.each([
    'http://localhost/a.png',
    'https://localhost./a.png',
    'https://127.0.0.1/a.png',
    'https://127.1/a.png',
    'https://2130706433/a.png',
    'https://0x7f000001/a.png',
    'https://0177.0.0.1/a.png',
    'https://[::1]/a.png',
    'https://[::ffff:169.254.169.254]/a.png',
    'https://[fe80::1]/a.png',
    'https://[fd00:ec2::254]/a.png',
    'https://169.254.169.254/latest/meta-data',
    'https://10.0.0.5/a.png',
    'https://100.64.0.1/a.png',
    'https://user:word@example.com/a.png',
    'ftp://example.com/a.png',
    'file:///etc/passwd',
    'https://',
  ])('%s', async (url) => {
    const before = connections;
    expect(await one(guarded, url)).toMatchObject({ refused: { code: 'invalid_image_url' } });
    expect(connections).toBe(before);
  });

  it('a name that resolves to a loopback address', async () => {
    const before = connections;
    expect(await one(guarded, `${base}/image.png`)).toMatchObject({
      refused: { message: expect.stringContaining('only https addresses on the public internet') },
    });
    expect(connections).toBe(before);
  });
});

it('a request that is given up ends the fetching', async () => {
  const gone = new StopSignal();
  const fetching = media.fetch([placed(`${base}/nothing-answers-here`)], gone);
  gone.stop(new Stopped('CLIENT_GONE'));
  await expect(fetching).rejects.toThrow('CLIENT_GONE');
});

it('more images than a request may bring are refused before any is fetched', async () => {
  const urls = Array.from({ length: 17 }, (_, index) => placed(`${base}/image.png?${index}`, index));
  expect(await media.fetch(urls, new StopSignal())).toMatchObject({
    refused: { param: 'messages[16].content[0].image_url.url' },
  });
});
