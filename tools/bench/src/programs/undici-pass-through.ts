/** The same by undici, whose connections cost less. */
import { createServer } from 'node:http';
import { Pool } from 'undici';

const [port, upstreamPort] = process.argv.slice(2).map(Number);
const pool = new Pool(`http://127.0.0.1:${upstreamPort}`);

createServer((incoming, outgoing) => {
  const { method = 'POST', url: path = '/', headers } = incoming;
  const { host: _, connection: __, 'transfer-encoding': ___, ...forwarded } = headers;
  pool
    .stream(
      { method, path, headers: forwarded, body: incoming, opaque: outgoing },
      ({ statusCode, headers: answered }) => outgoing.writeHead(statusCode, answered as Record<string, string>),
    )
    .catch(() => outgoing.destroy());
}).listen({ port, host: '127.0.0.1', backlog: 8192 });
process.on('disconnect', () => process.exit(0));
