import { type ChannelCredentials, credentials, ServerCredentials } from '@grpc/grpc-js';

/** PEM texts: the private authority that every service trusts, and this service's own certificate and key. */
export type TlsMaterial = { readonly ca: string; readonly cert: string; readonly key: string };

/** Takes calls only from holders of a certificate of our authority. */
export const serverCredentials = (tls: TlsMaterial): ServerCredentials =>
  ServerCredentials.createSsl(
    Buffer.from(tls.ca),
    [{ cert_chain: Buffer.from(tls.cert), private_key: Buffer.from(tls.key) }],
    true,
  );

/** Trusts our authority alone and presents our certificate. */
export const channelCredentials = (tls: TlsMaterial): ChannelCredentials =>
  credentials.createSsl(Buffer.from(tls.ca), Buffer.from(tls.key), Buffer.from(tls.cert));
