export type { Addresses } from './addresses.ts';
export { buildWhenChanged } from './build/build-when-changed.ts';
export { serviceBundles } from './build/products.ts';
export { type DataDir, prepareDataDir } from './data-dir/prepare-data-dir.ts';
export { type Launched, type LaunchOptions, launch } from './launch.ts';
