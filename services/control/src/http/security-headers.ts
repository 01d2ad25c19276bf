import type { FastifyHelmetOptions } from '@fastify/helmet';

const policy = {
  defaultSrc: ["'self'"],
  // The component library writes style elements; scripts and everything else come from here alone.
  styleSrc: ["'self'", "'unsafe-inline'"],
  imgSrc: ["'self'", 'data:'],
  objectSrc: ["'none'"],
  baseUri: ["'none'"],
  formAction: ["'self'"],
  frameAncestors: ["'none'"],
};

export const securityHeaders: FastifyHelmetOptions = {
  contentSecurityPolicy: { useDefaults: false, directives: policy },
  // Whoever terminates TLS in front of us knows whether it will last.
  strictTransportSecurity: false,
};
