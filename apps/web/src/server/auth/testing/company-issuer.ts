import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

/** Whom the issuer signs in, and what it says of their address. */
export interface CompanyPerson {
  readonly sub: string;
  readonly email: string;
  readonly email_verified: boolean;
}

/** What the console is to the issuer. */
export const COMPANY_CLIENT = {
  id: "console",
  secret: "a client secret of a test, long enough",
} as const;

/** A company's sign-in that runs. */
export interface CompanyIssuer {
  readonly address: string;
  stop(): void;
}

/** A real OpenID Connect provider that signs in whoever `person` says at that moment, without asking. */
export async function startCompanyIssuer(
  consoleAddress: string,
  person: () => CompanyPerson,
): Promise<CompanyIssuer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "localhost", resolve));
  const address = `http://localhost:${(server.address() as AddressInfo).port}`;
  serveProvider(server, makeProvider(address, consoleAddress, person), person);
  return {
    address,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

function makeProvider(
  address: string,
  consoleAddress: string,
  person: () => CompanyPerson,
): Provider {
  return new Provider(address, {
    clients: [
      {
        client_id: COMPANY_CLIENT.id,
        client_secret: COMPANY_CLIENT.secret,
        redirect_uris: [`${consoleAddress}/api/auth/callback/oidc`],
      },
    ],
    claims: { openid: ["sub"], email: ["email", "email_verified"], profile: ["name"] },
    conformIdTokenClaims: false,
    pkce: { required: () => true },
    features: { devInteractions: { enabled: false } },
    findAccount: (_ctx, sub) => ({
      accountId: sub,
      claims: async () => ({ ...person(), name: "Olive Idea" }),
    }),
    interactions: { url: (_ctx, { uid }) => `/interaction/${uid}` },
  });
}

function serveProvider(server: Server, provider: Provider, person: () => CompanyPerson): void {
  const handle = provider.callback();
  server.on("request", async (request, response) => {
    if (!request.url?.startsWith("/interaction/")) return handle(request, response);
    const details = await provider.interactionDetails(request, response);
    const { prompt, params, session } = details;
    if (prompt.name === "login") {
      const result = { login: { accountId: person().sub } };
      return provider.interactionFinished(request, response, result);
    }
    const grant = new provider.Grant({
      accountId: session?.accountId as string,
      clientId: params.client_id as string,
    });
    grant.addOIDCScope("openid email profile");
    const result = { consent: { grantId: await grant.save() } };
    return provider.interactionFinished(request, response, result, {
      mergeWithLastSubmission: true,
    });
  });
}
