/** No tests at all. */
export const NOTHING = { passed: 0, failed: 0, skipped: 0 };

/** The sum of two counts. */
export function addTotals(a, b) {
  return {
    passed: a.passed + b.passed,
    failed: a.failed + b.failed,
    skipped: a.skipped + b.skipped,
  };
}

/** Count a report of `vitest --reporter=json`. A file that could not even be loaded is one failure. */
export function countVitest(report) {
  const broken = report.testResults.filter(
    (file) => file.status === "failed" && !file.assertionResults.some((t) => t.status === "failed"),
  );
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Count a report of `playwright --reporter=json`. A test that passed only when repeated has failed. */
export function countPlaywright(report) {
  const { expected, unexpected, flaky, skipped } = report.stats;
  return { passed: expected, failed: unexpected + flaky, skipped };
}
