/** `host:port` as gRPC reads it: an IPv6 address stands in brackets before a port. */
export const grpcAddress = (host: string, port: number): string =>
  host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
