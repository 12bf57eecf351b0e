import { call, type TestAnswer } from './client.ts';
import type { OpenIdAccount, OpenIdProvider } from './openid-provider.ts';
import type { ServerUnderTest } from './start-server.ts';

/** A server whose people sign in at a provider. */
export interface OpenIdHome {
  readonly server: ServerUnderTest;
  readonly provider: OpenIdProvider;
  /** The server's PUBLIC_URL. */
  readonly publicUrl: string;
}

interface Cookie {
  readonly name: string;
  readonly value: string;
  readonly path: string;
}

/** A browser with a cookie jar for each host, which follows redirects manually. */
export class Navigator {
  readonly #home: OpenIdHome;
  readonly #jars = new Map<string, Cookie[]>();

  constructor(home: OpenIdHome) {
    this.#home = home;
  }

  /** Opens an address; our own addresses are sent to the server under test. */
  async open(address: string): Promise<{ response: Response; location: string | null }> {
    const { server, publicUrl } = this.#home;
    const url = new URL(address, publicUrl);
    const target = url.origin === publicUrl ? server.url + url.pathname + url.search : url.href;
    const cookie = (this.#jars.get(url.origin) ?? [])
      .filter(({ path }) => url.pathname.startsWith(path))
      .map(({ name, value }) => `${name}=${value}`);
    const response = await fetch(target, { redirect: 'manual', headers: { Cookie: cookie.join('; ') } });
    for (const line of response.headers.getSetCookie()) this.#keep(url.origin, line);
    const location = response.headers.get('location');
    return { response, location: location === null ? null : new URL(location, url).href };
  }

  /** The provider has cookies of one name for several paths, each for one interaction. */
  #keep(origin: string, line: string): void {
    const [pair = '', ...attributes] = line.split(/; */);
    const at = pair.indexOf('=');
    const [name, value] = [pair.slice(0, at), pair.slice(at + 1)];
    const path = attributes.find((one) => /^path=/i.test(one))?.slice('path='.length) ?? '/';
    const others = (this.#jars.get(origin) ?? []).filter((one) => one.name !== name || one.path !== path);
    const isOver = attributes.some((one) => /^max-age=0$|^expires=.* 1970 /i.test(one));
    this.#jars.set(origin, isOver ? others : [...others, { name, value, path }]);
  }

  /** Goes to the provider and back, up to the address of our callback, which is not opened. */
  async toCallback(returnTo?: string): Promise<string> {
    const query = returnTo === undefined ? '' : `?return_to=${encodeURIComponent(returnTo)}`;
    const { publicUrl } = this.#home;
    let address = `${publicUrl}/api/v1/auth/oidc/start${query}`;
    for (let hop = 0; hop < 10; hop += 1) {
      const { response, location } = await this.open(address);
      if (location === null) {
        throw new Error(`${address} does not redirect: ${response.status} ${await response.text()}`);
      }
      if (location.startsWith(`${publicUrl}/api/v1/auth/oidc/callback`)) return location;
      address = location;
    }
    throw new Error('the provider goes in circles');
  }

  async signIn(account: OpenIdAccount, returnTo?: string): Promise<string> {
    const { provider, publicUrl } = this.#home;
    provider.account = account;
    const { location } = await this.open(await this.toCallback(returnTo));
    return (location ?? '').replace(publicUrl, '');
  }

  get cookie(): string {
    const session = this.#jars.get(this.#home.publicUrl)?.find(({ name }) => name === 'portico_session');
    return `portico_session=${session?.value ?? ''}`;
  }

  async passkeys() {
    return (await this.#read('/api/v1/me/passkeys')).body.data;
  }

  async me() {
    return (await this.#read('/api/v1/me')).body.data;
  }

  async #read(path: string): Promise<TestAnswer> {
    return call(this.#home.server, 'GET', path, { key: null, headers: { Cookie: this.cookie } });
  }
}

export const openIdAccount = (email: string, more: Partial<OpenIdAccount> = {}): OpenIdAccount => ({
  sub: email,
  email,
  email_verified: true,
  name: 'Grace Hopper',
  ...more,
});
