import path from "node:path";

const NAMES = ["chromium", "chromium-browser", "google-chrome", "google-chrome-stable"];
const LINUX_FOLDERS = ["/usr/bin", "/usr/local/bin", "/snap/bin"];
const MAC_APPS = [
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];
const WINDOWS_PROGRAM = String.raw`Google\Chrome\Application\chrome.exe`;

/** The Chromium or Chrome of this machine, or `undefined`. CHROMIUM_PATH wins over every usual place. */
export function findChromium({ env, platform, exists }) {
  if (env.CHROMIUM_PATH) return exists(env.CHROMIUM_PATH) ? env.CHROMIUM_PATH : undefined;
  return usualPlaces(env, platform).find((file) => exists(file));
}

function usualPlaces(env, platform) {
  if (platform === "darwin") return MAC_APPS;
  if (platform === "win32") {
    const roots = [env.PROGRAMFILES, env["PROGRAMFILES(X86)"], env.LOCALAPPDATA];
    return roots.filter(Boolean).map((root) => path.win32.join(root, WINDOWS_PROGRAM));
  }
  return NAMES.flatMap((name) => LINUX_FOLDERS.map((folder) => path.posix.join(folder, name)));
}

/** The commands that install a browser, on the one kind of machine where we do: Debian, as root. */
export function findInstallCommands({ uid, osRelease }) {
  const isDebian = /^ID="?debian"?$/m.test(osRelease);
  if (uid !== 0 || !isDebian) return undefined;
  return [
    ["apt-get", "update", "-q"],
    ["apt-get", "install", "-qy", "--no-install-recommends", "chromium"],
  ];
}
