import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";

/** A certificate for the loopback that only those trust who are told to. */
export interface TestCertificate {
  readonly certificateFile: string;
  readonly keyFile: string;
  remove(): Promise<void>;
}

/** Made anew each time, for two days. Needs the program `openssl`. */
export async function makeTestCertificate(): Promise<TestCertificate> {
  const folder = await mkdtemp(path.join(tmpdir(), "sagascope-tls-"));
  const [certificateFile, keyFile] = [path.join(folder, "cert.pem"), path.join(folder, "key.pem")];
  await promisify(execFile)("openssl", [
    ...["req", "-x509", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
    ...["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1"],
    ...["-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"],
    ...["-keyout", keyFile, "-out", certificateFile],
  ]);
  return {
    ...{ certificateFile, keyFile },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
