// An OpenID provider on loopback for the tests: three people, one client, forms for login and consent.
// The first argument is the folder with oidc-provider. Prints its address as one line, and ends when its input does.
import { createRequire } from "node:module";
import { createServer } from "node:http";
import { pathToFileURL } from "node:url";

const require = createRequire(`${process.argv[2]}/`);
const { default: Provider } = await import(pathToFileURL(require.resolve("oidc-provider")));

const people = {
  "subject-of-ann": { preferred_username: "ann", groups: ["everybody", "heads"] },
  "subject-of-bob": { preferred_username: "Bob Böe", groups: ["everybody"] },
  "subject-of-eve": { preferred_username: "eve", groups: ["visitors"] },
};

const server = createServer();
server.listen(0, "127.0.0.1", () => {
  const issuer = `http://127.0.0.1:${server.address().port}`;
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "tutti",
        client_secret: "the secret of the registration",
        // A native client may come back to any port of this machine.
        application_type: "native",
        redirect_uris: ["http://127.0.0.1/api/sso/callback"],
        token_endpoint_auth_method: "client_secret_basic",
      },
    ],
    claims: { openid: ["sub"], profile: ["preferred_username"], groups: ["groups"] },
    scopes: ["openid", "profile", "groups"],
    cookies: { keys: ["only for tests"] },
    pkce: { required: () => true },
    findAccount: (_context, id) =>
      people[id] && { accountId: id, claims: async () => ({ sub: id, ...people[id] }) },
  });
  server.on("request", provider.callback());
  console.log(issuer);
});

process.stdin.resume();
process.stdin.on("end", () => process.exit(0));
