import type { Reporter, TestModule } from 'vitest/node';

/** Closes a run with one plain line, `N passed, N failed, N skipped`, for whoever reads only the end. */
export default class CiReporter implements Reporter {
  onTestRunEnd(modules: ReadonlyArray<TestModule>, errors: ReadonlyArray<unknown>): void {
    const count = { passed: 0, failed: 0, skipped: 0, pending: 0 };
    for (const module of modules) {
      for (const test of module.children.allTests()) count[test.result().state] += 1;
      if (module.state() === 'failed' && module.errors().length > 0) count.failed += 1;
    }
    console.log(
      `\n${count.passed} passed, ${count.failed + count.pending + errors.length} failed, ${count.skipped} skipped`,
    );
  }
}
