/** The oldest Node that is supported, as in `engines` of package.json. */
export const OLDEST_NODE = [20, 19];

/** What is wrong with a Node version, as one line; `undefined` if it will do. */
export function findNodeProblem(version) {
  const [major, minor] = version.split(".").map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return undefined;
  return `Node ${OLDEST_NODE.join(".")} or newer is needed, this is ${version}`;
}

/** End the process with one line if its Node is too old. */
export function requireNode(version) {
  const problem = findNodeProblem(version);
  if (problem === undefined) return;
  console.error(`sagascope: ${problem}`);
  process.exit(1);
}
