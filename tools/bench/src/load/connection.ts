import { connect, type Socket } from 'node:net';
import { type Answer, AnswerReader } from './answer-reader.ts';

/** One keep-alive connection that carries one request at a time; it is opened anew where it was closed. */
export class Connection {
  readonly #port: number;
  #socket: Socket | undefined;
  #done: ((answer: Answer | undefined) => void) | undefined;

  constructor(port: number) {
    this.#port = port;
  }

  /** Sends a request; `done` gets its answer, or `undefined` where the connection ended before it was whole. */
  send(request: Buffer, done: (answer: Answer | undefined) => void): void {
    this.#done = done;
    this.#socket ??= this.#open();
    this.#socket.write(request);
  }

  close(): void {
    this.#socket?.destroy();
  }

  #open(): Socket {
    const socket = connect({ port: this.#port, host: '127.0.0.1', noDelay: true });
    const reader = new AnswerReader();
    socket.on('data', (read: Buffer) => {
      const answer = reader.take(read);
      if (answer !== undefined) this.#finish(answer);
    });
    socket.on('error', () => socket.destroy());
    socket.on('close', () => {
      if (this.#socket === socket) this.#socket = undefined;
      this.#finish(undefined);
    });
    return socket;
  }

  #finish(answer: Answer | undefined): void {
    const done = this.#done;
    this.#done = undefined;
    done?.(answer);
  }
}
