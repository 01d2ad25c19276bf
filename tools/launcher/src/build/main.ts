/**
 * Builds whatever is not fresh. `--check` builds nothing and fails where something is not: with no dependency but Node.js, so that an
 * image can be made from what was built before, without the toolchain.
 */
import { join } from 'node:path';
import { buildWhenChanged } from './build-when-changed.ts';
import { dashboard, initBundle, isFresh, rotateBundle, serviceBundles } from './products.ts';

const root = join(import.meta.dirname, '../../../..');
const products = [serviceBundles, initBundle, rotateBundle, dashboard];

const good = process.argv.includes('--check')
  ? products.every((product) => isFresh(root, product))
  : buildWhenChanged(root, products, console.log) === undefined;
process.exitCode = good ? 0 : 1;
