import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts CPU time in hundredths of a second for every program (proc(5), USER_HZ). */
const tickMs = 10;

type Stat = { readonly pid: number; readonly parent: number; readonly cpuMs: number };

/** CPU time that a process has used so far with all its threads, ms, from the operating system; 0 for one that is gone. */
export const cpuMsOf = (pid: number): number => statOf(pid)?.cpuMs ?? 0;

/** The same for a process and everything below it that lives. */
export function cpuMsOfTree(root: number): number {
  const children = Map.groupBy(allStats(), ({ parent }) => parent);
  const sum = (pid: number): number =>
    (children.get(pid) ?? []).reduce((ms, child) => ms + child.cpuMs + sum(child.pid), 0);
  return cpuMsOf(root) + sum(root);
}

/** The processes that this one has started itself and that live. */
export const childrenOf = (parent: number): number[] =>
  allStats().flatMap((stat) => (stat.parent === parent ? [stat.pid] : []));

/** CPU time that the whole machine has spent on anything, ms. */
export function machineCpuMs(): number {
  const [, user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = (
    readFileSync('/proc/stat', 'utf8').split('\n', 1)[0] ?? ''
  )
    .split(/\s+/)
    .map(Number);
  return (user + nice + system + irq + softirq) * tickMs;
}

/** Resident memory of a process now, and the most it ever had, MB. */
export function memoryOf(pid: number): { readonly nowMb: number; readonly mostMb: number } {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Number(new RegExp(`^${name}:\\s*(\\d+) kB`, 'm').exec(status)?.[1] ?? 0) / 1024;
  return { nowMb: mb('VmRSS'), mostMb: mb('VmHWM') };
}

const allStats = (): Stat[] =>
  readdirSync('/proc').flatMap((name) => (/^\d+$/.test(name) ? (statOf(Number(name)) ?? []) : []));

function statOf(pid: number): Stat | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name in parentheses may hold anything.
    const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
    return { pid, parent: Number(fields[1]), cpuMs: (Number(fields[11]) + Number(fields[12])) * tickMs };
  } catch {
    return undefined;
  }
}
