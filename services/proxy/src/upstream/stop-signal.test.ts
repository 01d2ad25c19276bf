import { describe, expect, it } from 'vitest';
import { StopSignal } from './stop-signal.ts';
import { Stopped } from './watchdog.ts';

describe('a stop signal', () => {
  it('tells its reason once, to those that ask before and to those that ask after', () => {
    const signal = new StopSignal();
    const heard: string[] = [];
    signal.onStop(({ code }) => heard.push(`before ${code}`));
    signal.stop(new Stopped('DEADLINE'));
    signal.stop(new Stopped('SHUTDOWN'));
    signal.onStop(({ code }) => heard.push(`after ${code}`));
    expect(heard).toEqual(['before DEADLINE', 'after DEADLINE']);
    expect(signal.reason?.code).toBe('DEADLINE');
  });

  it('tells nothing to those that have left', () => {
    const signal = new StopSignal();
    const heard: string[] = [];
    signal.onStop(() => heard.push('stayed'));
    const leave = signal.onStop(() => heard.push('left'));
    leave();
    signal.stop(new Stopped('CLIENT_GONE'));
    expect(heard).toEqual(['stayed']);
  });

  it('stops what is linked to it, and nothing that is not any more', () => {
    const [call, attempt, other] = [new StopSignal(), new StopSignal(), new StopSignal()];
    call.link(attempt);
    call.link(other);
    call.unlink(other);
    call.stop(new Stopped('DEADLINE'));
    const late = new StopSignal();
    call.link(late);
    expect([attempt, other, late].map(({ reason }) => reason?.code)).toEqual(['DEADLINE', undefined, 'DEADLINE']);
  });
});
