import { setTimeout as pause } from 'node:timers/promises';

export type CallFrame = {
  readonly functionName: string;
  readonly url: string;
  /** From 0. */
  readonly lineNumber: number;
  readonly columnNumber: number;
};

/** A CPU profile as V8 writes it and every developer tool reads it (`.cpuprofile`). */
export type CpuProfile = {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: CallFrame;
    readonly children?: readonly number[];
  }[];
  readonly samples: readonly number[];
  /** Microseconds between samples. */
  readonly timeDeltas: readonly number[];
};

const samplingIntervalUs = 200;

/** Profiles a Node.js process that listens for its inspector on `port`, for as long as `run` takes. */
export async function profileWhile(port: number, run: () => Promise<void>): Promise<CpuProfile> {
  const [target] = (await (await fetch(`http://127.0.0.1:${port}/json/list`)).json()) as [
    { webSocketDebuggerUrl: string },
  ];
  const socket = new WebSocket(target.webSocketDebuggerUrl);
  while (socket.readyState === WebSocket.CONNECTING) await pause(5);
  let calls = 0;
  const call = (method: string, params: object = {}): Promise<{ profile: CpuProfile }> =>
    new Promise((resolve, reject) => {
      const id = ++calls;
      const answered = ({ data }: MessageEvent): void => {
        const message = JSON.parse(String(data)) as {
          id?: number;
          result: { profile: CpuProfile };
          error?: { message: string };
        };
        if (message.id !== id) return;
        socket.removeEventListener('message', answered);
        if (message.error === undefined) resolve(message.result);
        else reject(new Error(`${method}: ${message.error.message}`));
      };
      socket.addEventListener('message', answered);
      socket.send(JSON.stringify({ id, method, params }));
    });
  await call('Profiler.enable');
  await call('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
  await call('Profiler.start');
  await run();
  const { profile } = await call('Profiler.stop');
  socket.close();
  return profile;
}
