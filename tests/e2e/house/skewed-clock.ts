/** Loaded into a service before itself: its clock is wrong by `CLOCK_SKEW_MS` milliseconds from its first line on. */
const skewMs = Number(process.env.CLOCK_SKEW_MS);

globalThis.Date = new Proxy(Date, {
  construct: (target, args: []) => (args.length === 0 ? new target(target.now() + skewMs) : new target(...args)),
  get: (target, name, receiver) =>
    name === 'now' ? () => target.now() + skewMs : (Reflect.get(target, name, receiver) as unknown),
});
