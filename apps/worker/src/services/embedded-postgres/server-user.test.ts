import { describe, expect, it } from "vitest";
import { EmbeddedPostgresError } from "./errors.ts";
import { chooseServerUser } from "./server-user.ts";

const ROOT = "root:x:0:0:root:/root:/bin/bash\n";
const NOBODY = "nobody:x:65534:65533:nobody:/nonexistent:/usr/sbin/nologin\n";
const POSTGRES = "postgres:x:101:104::/var/lib/postgresql:/bin/bash\n";

describe("chooseServerUser", () => {
  it("leaves an ordinary user, and a platform without user ids, as they are", () => {
    expect(chooseServerUser(1000, ROOT + NOBODY)).toBeUndefined();
    expect(chooseServerUser(undefined, "")).toBeUndefined();
  });

  it("hands root's server to postgres, or else to nobody", () => {
    expect(chooseServerUser(0, ROOT + NOBODY + POSTGRES)).toEqual({ uid: 101, gid: 104 });
    expect(chooseServerUser(0, ROOT + NOBODY)).toEqual({ uid: 65534, gid: 65533 });
  });

  it("refuses root where there is nobody to hand over to", () => {
    expect(() => chooseServerUser(0, ROOT)).toThrow(EmbeddedPostgresError);
  });
});
