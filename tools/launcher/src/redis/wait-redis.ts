import { once } from 'node:events';
import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

const everyMs = 30;

/** Resolves once the server on this port takes the password and has loaded its data. Rejects only when `signal` aborts. */
export async function waitRedis(port: number, password: string, signal: AbortSignal): Promise<void> {
  while (!(await answersPong(port, password))) {
    signal.throwIfAborted();
    await pause(everyMs, undefined, { signal });
  }
}

/** Whether the server on this port takes the password and has loaded its data. */
export async function answersPong(port: number, password: string): Promise<boolean> {
  const socket = connect(port, '127.0.0.1');
  socket.setTimeout(1000, () => socket.destroy());
  try {
    await once(socket, 'connect');
    socket.write(`AUTH ${password}\r\nPING\r\n`);
    let reply = '';
    for await (const chunk of socket) {
      reply += String(chunk);
      if (reply.split('\r\n').length > 2) return reply.includes('+PONG');
    }
    return false;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
