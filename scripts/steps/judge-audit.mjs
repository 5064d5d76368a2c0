/** What `npm audit --json` found at high or critical level, without what was argued away and is not overdue. */
export function judgeAudit(report, exceptions, today) {
  if (report?.metadata?.vulnerabilities === undefined) return { kind: "unanswered" };
  const serious = Object.values(report.vulnerabilities ?? {}).flatMap(({ name, via }) =>
    via
      .filter((each) => typeof each === "object" && ["high", "critical"].includes(each.severity))
      .map(({ title, url, severity }) => ({ package: name, title, url, severity })),
  );
  const unargued = serious.filter(
    ({ url }) => !exceptions.some((each) => each.url === url && each.why && each.until >= today),
  );
  const stale = exceptions.filter((each) => !serious.some(({ url }) => url === each.url));
  return { kind: "judged", serious, unargued, stale };
}
