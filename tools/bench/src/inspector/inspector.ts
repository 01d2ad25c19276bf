import { setTimeout as pause } from 'node:timers/promises';

/** The debugger's end of a Node.js process (https://chromedevtools.github.io/devtools-protocol/v8/). */
export type Inspector = {
  /** @throws with the process's own words where it refuses. */
  call<Result>(method: string, params?: object): Promise<Result>;
  close(): void;
};

/** Connects to a process that was started with `--inspect=<port>`. */
export async function openInspector(port: number): Promise<Inspector> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  while (socket.readyState === WebSocket.CONNECTING) await pause(5);
  let calls = 0;
  return {
    call<Result>(method: string, params: object = {}): Promise<Result> {
      const id = ++calls;
      const { promise, resolve, reject } = Promise.withResolvers<Result>();
      const answered = ({ data }: MessageEvent): void => {
        const message = JSON.parse(String(data)) as { id?: number; result: Result; error?: { message: string } };
        if (message.id !== id) return;
        socket.removeEventListener('message', answered);
        if (message.error === undefined) resolve(message.result);
        else reject(new Error(`${method}: ${message.error.message}`));
      };
      socket.addEventListener('message', answered);
      socket.send(JSON.stringify({ id, method, params }));
      return promise;
    },
    close: () => socket.close(),
  };
}
