import { connect } from 'node:net';

/**
 * Sends one command in Redis' inline form and gives the raw reply. Starting a server needs no more than this, and so
 * the package that starts them needs no Redis client.
 *
 * @see https://redis.io/docs/latest/develop/reference/protocol-spec/#inline-commands
 * @throws the socket's error, or an error after `timeoutMs` of silence.
 */
export function inlineCommand(port: number, command: string, timeoutMs = 1_000): Promise<string> {
  return new Promise((resolve, reject) => {
    let reply = '';
    const socket = connect({ host: '127.0.0.1', port });
    socket.setEncoding('utf8').setTimeout(timeoutMs, () => socket.destroy(new Error(`no answer to ${command}`)));
    socket.on('connect', () => socket.write(`${command}\r\nQUIT\r\n`));
    socket.on('data', (text: string) => {
      reply += text;
      // A Sentinel does not know QUIT; its refusal is the end as well.
      if (/^-ERR unknown command 'QUIT'/m.test(reply)) socket.end();
    });
    socket.on('error', reject);
    // QUIT makes the server close the connection once everything before it is answered.
    socket.on('end', () => resolve(reply));
  });
}
