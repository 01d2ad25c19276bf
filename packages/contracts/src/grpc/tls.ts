import { type ChannelCredentials, credentials, ServerCredentials } from '@grpc/grpc-js';

/** PEM: the private authority that every service trusts, and this service's own certificate and key. */
export type TlsMaterial = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };

/** Takes calls only from holders of a certificate of our authority. */
export const serverCredentials = (tls: TlsMaterial): ServerCredentials =>
  ServerCredentials.createSsl(tls.ca, [{ cert_chain: tls.cert, private_key: tls.key }], true);

/** Trusts our authority alone and presents our certificate. */
export const channelCredentials = (tls: TlsMaterial): ChannelCredentials =>
  credentials.createSsl(tls.ca, tls.key, tls.cert);
