import { loadConfig } from './config/load-config.ts';
import type { Config } from './config/parse-config.ts';
import { type Environment, readEnvironment } from './config/read-environment.ts';
import { StartProblem } from './config/start-problem.ts';
import type { Service } from './config/variable.ts';
import { stopOnSignal } from './graceful-stop.ts';
import { createLogger, type Logger } from './logger.ts';
import { startTelemetry } from './telemetry.ts';

export type ServiceContext<S extends Service> = {
  readonly config: Config<S>;
  /** All variables as text: provider keys to import are found here. */
  readonly environment: Environment;
  readonly logger: Logger;
};

/**
 * The frame of every `main.ts`: configuration, logger, telemetry, start, graceful stop. A StartProblem is printed as it is and ends the
 * process with status 1; any other error is a bug and is logged with its stack.
 */
export async function runService<S extends Service>(
  service: S,
  start: (context: ServiceContext<S>) => Promise<{ stop(): Promise<void> }>,
): Promise<void> {
  try {
    const environment = readEnvironment();
    const warnings: string[] = [];
    const config = loadConfig(service, environment, (line) => warnings.push(line));
    const logger = createLogger({ service, level: config.PALIMPSEST_LOG_LEVEL });
    for (const line of warnings) logger.warn(line);
    process.on('uncaughtExceptionMonitor', (error) => logger.fatal({ err: error }, 'a bug ends this process'));
    const telemetry = startTelemetry({ service, endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT, environment });
    const running = await start({ config, environment, logger });
    stopOnSignal({
      say: (line, error) => (error === undefined ? logger.info(line) : logger.error({ err: error }, line)),
      // Beside the requests in flight, connections and buffers need a moment of their own.
      limitMs: config.PALIMPSEST_DRAIN_SECONDS * 1000 + 10_000,
      async stop() {
        await running.stop();
        await telemetry.stop();
      },
    });
  } catch (error) {
    if (error instanceof StartProblem) console.error(error.message);
    else createLogger({ service, level: 'fatal' }).fatal({ err: error }, 'could not start');
    process.exit(1);
  }
}
