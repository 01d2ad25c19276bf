import { type DestinationStream, type LogFn, type Logger as PinoLogger, pino } from 'pino';
import type { Reader } from './config/variable.ts';
import { redact } from './redact.ts';
import { inSources } from './source-places.ts';

export type Logger = PinoLogger;

export type LoggerOptions = {
  readonly service: Reader;
  /** A pino level, or `silent`. */
  readonly level: string;
  /** Default: standard output. */
  readonly destination?: DestinationStream;
};

/**
 * JSON lines on standard output. Three layers keep secrets out: of requests and errors only listed members are written,
 * a `Secret` prints as `[secret]`, and the finished line loses whatever has the shape of a key.
 */
export function createLogger({ service, level, destination = standardOutput() }: LoggerOptions): Logger {
  let isBug = false;
  const options = {
    level,
    base: { service, pid: process.pid },
    formatters: { level: (label: string) => ({ level: label }) },
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: {
      req: requestMembers,
      res: responseMembers,
      err: (error: unknown): unknown => errorMembers(error, isBug ? inSources : asItIs),
    },
    hooks: {
      streamWrite: redact,
      // What was to be expected is a warning at most: a bug alone is worth the time that its places take.
      logMethod(this: PinoLogger, line: Parameters<LogFn>, method: LogFn, of: number): void {
        isBug = of >= errorLevel;
        method.apply(this, line);
      },
    },
  };
  return pino(options, destination);
}

/**
 * Standard output. The lines of one turn of the event loop go out as one write, at its end or when the process ends, so that what it said
 * last before it died is there. (pino's own default collects lines for longer and flushes them at exit, where it tries for ever if nobody
 * reads them any more.)
 */
function standardOutput(): DestinationStream {
  const output = pino.destination({ fd: 1, sync: true });
  let lines = '';
  const writeOut = (): void => {
    if (lines !== '') output.write(lines);
    lines = '';
  };
  process.on('exit', writeOut);
  return {
    write(line) {
      if (lines === '') setImmediate(writeOut);
      lines += line;
    },
  };
}

type RequestLike = { readonly id?: unknown; readonly method?: unknown; readonly url?: string };

function requestMembers(request: RequestLike): object {
  return { id: request.id, method: request.method, path: request.url?.split('?', 1)[0] };
}

const responseMembers = (response: { readonly statusCode?: unknown }): object => ({ status: response.statusCode });

const errorLevel = pino.levels.values.error ?? 50;
const asItIs = (stack: string): string => stack;

/**
 * What is written of an error: its own words and those of its causes, never its other members (a request, headers, a config). `told`: how its
 * stack is.
 */
function errorMembers(error: unknown, told: (stack: string) => string): unknown {
  if (!(error instanceof Error)) return String(error);
  const { stack = '' } = error;
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {};
  return {
    type: error.name,
    message: error.message,
    ...code,
    stack: told(stack),
    ...(error.cause === undefined ? {} : { cause: errorMembers(error.cause, told) }),
  };
}
