/** The floor in Node's own words: hands each request on by `node:http`, and each byte of the answer back as it comes. */
import { Agent, createServer, request } from 'node:http';

const [port, upstreamPort] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });

createServer((incoming, outgoing) => {
  const { method, url: path, headers } = incoming;
  const upstream = request({ agent, host: '127.0.0.1', port: upstreamPort, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(outgoing);
  });
  upstream.on('error', () => outgoing.destroy());
  incoming.pipe(upstream);
}).listen({ port, host: '127.0.0.1', backlog: 8192 });
process.on('disconnect', () => process.exit(0));
