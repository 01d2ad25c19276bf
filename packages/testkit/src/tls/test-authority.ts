import 'reflect-metadata';
import { webcrypto } from 'node:crypto';
import {
  BasicConstraintsExtension,
  cryptoProvider,
  PemConverter,
  SubjectAlternativeNameExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

/** PEM, as a service reads it from its data folder. */
export type TestTls = { readonly ca: Buffer; readonly cert: Buffer; readonly key: Buffer };

/** A certificate authority of one test, and leaves that name a service. */
export type TestAuthority = { readonly issue: (service: string) => Promise<TestTls> };

const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const hourMs = 3_600_000;

export async function testAuthority(): Promise<TestAuthority> {
  cryptoProvider.set(webcrypto);
  const validity = { notBefore: new Date(Date.now() - hourMs), notAfter: new Date(Date.now() + hourMs) };
  const keys = await newKeys();
  const authority = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=test authority',
    keys,
    signingAlgorithm: algorithm,
    extensions: [new BasicConstraintsExtension(true, 0, true)],
    ...validity,
  });
  return {
    async issue(service) {
      const leaf = await newKeys();
      const certificate = await X509CertificateGenerator.create({
        subject: `CN=${service}`,
        issuer: authority.subject,
        publicKey: leaf.publicKey,
        signingKey: keys.privateKey,
        signingAlgorithm: algorithm,
        extensions: [
          new SubjectAlternativeNameExtension([
            { type: 'dns', value: service },
            { type: 'dns', value: 'localhost' },
            { type: 'ip', value: '127.0.0.1' },
          ]),
        ],
        ...validity,
      });
      const key = PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', leaf.privateKey), 'PRIVATE KEY');
      return {
        ca: Buffer.from(authority.toString('pem')),
        cert: Buffer.from(certificate.toString('pem')),
        key: Buffer.from(key),
      };
    },
  };
}

const newKeys = () => webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
