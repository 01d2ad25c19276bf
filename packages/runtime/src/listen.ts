import { StartProblem } from './config/start-problem.ts';

/**
 * Runs `start`, which listens on `port`. A port that is taken, forbidden or on a foreign address becomes a StartProblem
 * of one line that names the port and the variable to change.
 */
export async function listenOrExplain<Result>(
  at: { readonly port: number; readonly variable: string; readonly host: string },
  start: () => Promise<Result>,
): Promise<Result> {
  try {
    return await start();
  } catch (error) {
    switch (systemCode(error)) {
      case 'EADDRINUSE':
        throw new StartProblem(`port ${at.port} is already in use; stop what listens there or set ${at.variable}`);
      case 'EACCES':
        throw new StartProblem(`port ${at.port} may not be opened by this user; set ${at.variable} to one above 1023`);
      case 'EADDRNOTAVAIL':
      case 'ENOTFOUND':
        throw new StartProblem(`${at.host} is not an address of this machine; set PALIMPSEST_LISTEN_HOST`);
    }
    throw error;
  }
}

/** gRPC wraps the system's error and keeps its code in the text alone. */
function systemCode(error: unknown): unknown {
  if (error instanceof Error && 'code' in error) return error.code;
  return /\bE(?:ADDRINUSE|ACCES|ADDRNOTAVAIL)\b/.exec(String(error))?.[0];
}
