import type { Role } from '@portico/shared-types';
import { runCommand } from '../src/app/commands.ts';
import { call, type Endpoint, type TestAnswer, type TestRequest } from './client.ts';
import type { ServerUnderTest } from './start-server.ts';

/** A browser on a page of the console: it stores the session cookie and sends the origin headers of its page. */
export class TestBrowser {
  readonly server: Endpoint;
  cookie: string | undefined;
  /** The workspace that its requests name. */
  workspace: string | undefined;

  constructor(server: Endpoint) {
    this.server = server;
  }

  /** Sends a request as a script of the console would; `headers` override its headers. */
  async send(method: string, path: string, request: TestRequest = {}): Promise<TestAnswer> {
    const answer = await call(this.server, method, path, {
      key: null,
      ...request,
      headers: {
        'Sec-Fetch-Site': 'same-origin',
        ...(this.cookie === undefined ? {} : { Cookie: this.cookie }),
        ...(this.workspace === undefined ? {} : { 'X-Portico-Workspace': this.workspace }),
        ...request.headers,
      },
    });
    for (const line of answer.headers.getSetCookie()) {
      const [pair = ''] = line.split(';');
      if (/^(__Host-)?portico_session=/.test(pair)) this.cookie = pair.endsWith('=') ? undefined : pair;
    }
    return answer;
  }
}

export const goodPassword = 'tall lamp 93 river chord';

/** Returns the token of a link that the operator's shell prints. */
export async function printLink(server: ServerUnderTest, ...options: string[]): Promise<string> {
  const { text } = await runCommand(server.platform, ['console', 'link', ...options]);
  const token = /#setup=(\S+)/.exec(text)?.[1];
  if (token === undefined) throw new Error(`no link was printed: ${text}`);
  return token;
}

/** Creates an owner of the default workspace, who is then signed in. */
export async function signUpOwner(
  server: ServerUnderTest,
  email = 'ada@example.com',
  password: string | undefined = goodPassword,
): Promise<TestBrowser> {
  const browser = new TestBrowser(server);
  const body = { token: await printLink(server), name: 'Ada Lovelace', email, password };
  const { status, body: answer } = await browser.send('POST', '/api/v1/auth/setup', { body });
  if (status !== 201) throw new Error(`setup responded with ${status}: ${JSON.stringify(answer)}`);
  browser.workspace = answer.data.workspace.id;
  return browser;
}

/** Invites a person, who accepts and is then signed in. */
export async function join(owner: TestBrowser, email: string, role: Role): Promise<TestBrowser> {
  const invited = await owner.send('POST', '/api/v1/invitations', { body: { email, role } });
  const browser = new TestBrowser(owner.server);
  const body = { token: String(invited.body.data.link).split('=')[1], name: 'Grace', password: goodPassword };
  const accepted = await browser.send('POST', '/api/v1/auth/accept-invitation', { body });
  if (accepted.status !== 200) throw new Error(`accepting responded with ${accepted.status}`);
  browser.workspace = accepted.body.data.workspace.id;
  return browser;
}
