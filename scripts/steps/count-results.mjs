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

/** What a report of vitest says of each failure: which test, or file where it could not be loaded, and the error's first line. */
export function listVitestFailures(report) {
  return report.testResults
    .filter((file) => file.status === "failed")
    .flatMap((file) => {
      const failed = file.assertionResults.filter((test) => test.status === "failed");
      if (failed.length === 0) return [`${file.name}: ${firstLine(file.message)}`];
      return failed.map((t) => `${file.name} > ${t.fullName}: ${firstLine(t.failureMessages[0])}`);
    });
}

/** The same of Playwright's report. */
export function listPlaywrightFailures(report) {
  const ofSuite = (suite) => [
    ...(suite.suites ?? []).flatMap(ofSuite),
    ...(suite.specs ?? [])
      .filter((spec) => spec.tests.some((t) => t.status === "unexpected" || t.status === "flaky"))
      .map((spec) => {
        const results = spec.tests.flatMap((test) => test.results);
        const error = results.find((result) => result.error)?.error;
        return `${spec.file} > ${spec.title}: ${firstLine(error?.message)}`;
      }),
  ];
  return [
    ...report.suites.flatMap(ofSuite),
    ...(report.errors ?? []).map((e) => firstLine(e.message)),
  ];
}

/** The tests that a report of vitest says were left out, by name. */
export function listVitestSkips(report) {
  const isLeftOut = ({ status }) => ["pending", "skipped", "todo"].includes(status);
  return report.testResults.flatMap((file) =>
    file.assertionResults.filter(isLeftOut).map((test) => `${file.name} > ${test.fullName}`),
  );
}

/** The same of Playwright's report. */
export function listPlaywrightSkips(report) {
  const ofSuite = (suite) => [
    ...(suite.suites ?? []).flatMap(ofSuite),
    ...(suite.specs ?? [])
      .flatMap((spec) => spec.tests.filter((t) => t.status === "skipped").map(() => spec))
      .map(({ file, title }) => `${file} > ${title}`),
  ];
  return report.suites.flatMap(ofSuite);
}

const firstLine = (text) => (text ?? "no message").trim().split("\n")[0];
