import { networkInterfaces } from 'node:os';
import { Client as Channel, credentials, Metadata, status } from '@grpc/grpc-js';
import { type TestAuthority, type TestTls, testAuthority } from '@palimpsest/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { UsageQueryService } from '../gen/palimpsest/metering/v1/usage_query_pb.ts';
import { grpcAddress } from './address.ts';
import { makeClient } from './client.ts';
import { type GrpcServer, serve, startGrpcServer } from './server.ts';
import { statusError } from './status-error.ts';

let authority: TestAuthority;
let controlTls: TestTls;
let server: GrpcServer;
const bugs: unknown[] = [];

const hasIpv6 = Object.values(networkInterfaces())
  .flat()
  .some((one) => one?.address === '::1');
const noAnswer = () => Promise.reject(statusError(status.UNIMPLEMENTED, 'not asked here'));

beforeAll(async () => {
  authority = await testAuthority();
  controlTls = await authority.issue('control');
  server = await startGrpcServer({
    host: '127.0.0.1',
    port: 0,
    tls: await authority.issue('metering'),
    onBug: (error) => bugs.push(error),
    services: [
      serve(
        UsageQueryService,
        {
          getOverview: (_, call) => Promise.resolve({ requests: call.peer === 'control' ? 7n : 0n }),
          getRequest: () => Promise.reject(statusError(status.NOT_FOUND, 'no such request')),
          getUsage: () => Promise.reject(new Error('the secret is sk-planted')),
          listRequests: noAnswer,
        },
        ['control'],
      ),
    ],
  });
});
afterAll(() => server.stop());

async function callWith(tls: TestTls, peer = 'metering') {
  const { call, close } = makeClient(UsageQueryService, { address: `127.0.0.1:${server.port}`, peer, tls });
  try {
    return await call.getOverview({}, { timeoutMs: 2_000 });
  } finally {
    close();
  }
}

describe('a service', () => {
  it('answers a peer whose certificate it expects, and knows who it is', async () => {
    expect((await callWith(controlTls)).requests).toBe(7n);
  });

  it('refuses a peer whose certificate names another service', async () => {
    await expect(callWith(await authority.issue('proxy'))).rejects.toMatchObject({ code: status.PERMISSION_DENIED });
  });

  it('is not reached with a certificate of a foreign authority', async () => {
    const foreign = await (await testAuthority()).issue('control');
    await expect(callWith({ ...foreign, ca: controlTls.ca })).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('is not reached without a certificate', async () => {
    await expect(rawCall(credentials.createSsl(controlTls.ca))).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('is not reached in plaintext', async () => {
    await expect(rawCall(credentials.createInsecure())).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('shows the status that a handler chose, and nothing of a bug', async () => {
    const { call, close } = makeClient(UsageQueryService, {
      address: `127.0.0.1:${server.port}`,
      peer: 'metering',
      tls: controlTls,
    });
    await expect(call.getRequest({ requestId: 'req_1' })).rejects.toMatchObject({
      code: status.NOT_FOUND,
      details: 'no such request',
    });
    await expect(call.getUsage({})).rejects.toMatchObject({ code: status.INTERNAL, details: 'internal error' });
    expect(bugs).toEqual([new Error('the secret is sk-planted')]);
    close();
  });

  it.skipIf(!hasIpv6)('is reached at an IPv6 address', async () => {
    const tls = await authority.issue('metering');
    const six = await startGrpcServer({ host: '::1', port: 0, tls, services: [], onBug: (error) => bugs.push(error) });
    const address = grpcAddress('::1', six.port);
    const { call, close } = makeClient(UsageQueryService, { address, peer: 'metering', tls: controlTls });
    await expect(call.getOverview({})).rejects.toMatchObject({ code: status.UNIMPLEMENTED });
    close();
    await six.stop();
  });

  it('says with the system’s word why it cannot listen', async () => {
    const second = startGrpcServer({
      host: '127.0.0.1',
      port: server.port,
      tls: controlTls,
      services: [],
      onBug: (error) => bugs.push(error),
    });
    await expect(second).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });
});

describe('a caller', () => {
  it('trusts no service of our authority but the one it looks for', async () => {
    await expect(callWith(controlTls, 'control')).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });

  it('trusts no foreign authority', async () => {
    const foreign = await (await testAuthority()).issue('control');
    await expect(callWith({ ...controlTls, ca: foreign.ca })).rejects.toMatchObject({ code: status.UNAVAILABLE });
  });
});

function rawCall(channelCredentials: ReturnType<typeof credentials.createInsecure>): Promise<Buffer> {
  const channel = new Channel(`localhost:${server.port}`, channelCredentials, {
    'grpc.ssl_target_name_override': 'metering',
  });
  const pass = (bytes: Buffer) => bytes;
  return new Promise<Buffer>((resolve, reject) => {
    channel.makeUnaryRequest(
      '/palimpsest.metering.v1.UsageQueryService/GetOverview',
      pass,
      pass,
      Buffer.alloc(0),
      new Metadata(),
      { deadline: Date.now() + 2_000 },
      (error, answer) => (answer === undefined ? reject(error ?? new Error('no answer')) : resolve(answer)),
    );
  }).finally(() => channel.close());
}
