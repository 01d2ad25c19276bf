export type { Addresses } from './addresses.ts';
export { type Launched, type LaunchOptions, launch } from './launch.ts';
