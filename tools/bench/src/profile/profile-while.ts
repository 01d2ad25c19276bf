import { openInspector } from '../inspector/inspector.ts';
import type { CpuProfile } from './cpu-profile.ts';

const samplingIntervalUs = 200;

/** Profiles a Node.js process that listens for its inspector on `port`, for as long as `run` takes. */
export async function profileWhile(port: number, run: () => Promise<void>): Promise<CpuProfile> {
  const inspector = await openInspector(port);
  await inspector.call('Profiler.enable');
  await inspector.call('Profiler.setSamplingInterval', { interval: samplingIntervalUs });
  await inspector.call('Profiler.start');
  await run();
  const { profile } = await inspector.call<{ profile: CpuProfile }>('Profiler.stop');
  inspector.close();
  return profile;
}
