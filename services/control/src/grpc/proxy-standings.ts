/** What control knows of one proxy that follows the configuration. */
export type ProxyStanding = {
  readonly proxyId: string;
  /** Address and port of the stream. */
  readonly address: string;
  /** The version that it serves; 0 before the first. */
  readonly version: number;
  /** Why it refused the last push; `undefined` where it did not. */
  readonly rejection: string | undefined;
};

/** The proxies whose streams are open. */
export type ProxyStandings = {
  readonly all: () => readonly ProxyStanding[];
  /** Sets where a stream stands; `undefined` once it has ended. */
  readonly set: (stream: symbol, standing: ProxyStanding | undefined) => void;
};

export function proxyStandings(): ProxyStandings {
  const standings = new Map<symbol, ProxyStanding>();
  return {
    all: () => [...standings.values()],
    set(stream, standing) {
      if (standing === undefined) standings.delete(stream);
      else standings.set(stream, standing);
    },
  };
}
