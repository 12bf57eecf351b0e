import type { buildConnector } from 'undici';
import { describe, expect, it } from 'vitest';
import { createOutbound } from './outbound.ts';

/** Records every connection that would be made, and makes none. */
function watch(answers: Record<string, string[]> = {}, allow = '') {
  const reached: string[] = [];
  const connect: buildConnector.connector = ({ hostname, port }, callback) => {
    reached.push(`${hostname} ${port}`);
    callback(new Error('recorded'), null);
  };
  const lookup = (hostname: string) => Promise.resolve((answers[hostname] ?? []).map((address) => ({ address })));
  const outbound = createOutbound({ allow, lookup, connect });
  return { reached, ask: (url: string) => outbound.request(url).catch((error: unknown) => error) };
}

const hostileHosts = [
  // IPv4 loopback in every notation that a URL accepts
  '127.0.0.1', '127.0.0.1.', '127.1', '127.0.1', '127.255.255.254', '2130706433', '0x7f000001', '0x7f.1', '0x7F.0.0.1', '017700000001',
  '0177.0.0.1', '0177.0.0.01', '00000177.1', '127.0.0.0x1', '127.000.000.001', '%31%32%37.0.0.1', '127%2e0%2e0%2e1', '１２７.０.０.１', '127。0。0。1', '①②⑦.0.0.1',
  // the other special ranges of IPv4
  '0.0.0.0', '0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.254', '169.254.169.254', '0xa9fea9fe', '2852039166', '172.16.0.1', '172.31.255.255',
  '192.0.0.1', '192.0.2.1', '192.31.196.1', '192.52.193.1', '192.88.99.1', '192.168.1.1', '192.175.48.1', '198.18.0.1', '198.19.255.255', '198.51.100.7',
  '203.0.113.9', '224.0.0.1', '239.255.255.250', '240.0.0.1', '255.255.255.255', '168.63.129.16',
  // IPv6
  '[::]', '[::1]', '[0:0:0:0:0:0:0:1]', '[0000::0001]', '[fc00::1]', '[fd00:ec2::254]', '[fe80::1]', '[fec0::1]', '[ff02::1]', '[100::1]', '[100:0:0:1::1]', '[5f00::1]',
  '[2001:db8::1]', '[2001:2::1]', '[2001:10::1]', '[2001:20::1]', '[2001:30::1]', '[2620:4f:8000::1]', '[3fff::1]', '[3ffe::1]', '[4000::1]',
  // IPv4 inside IPv6
  '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::FFFF:10.0.0.1]', '[::ffff:169.254.169.254]', '[::ffff:0:127.0.0.1]', '[::127.0.0.1]', '[::8.8.8.8]', '[::a00:1]',
  '[64:ff9b::127.0.0.1]', '[64:ff9b::a9fe:a9fe]', '[64:ff9b:1::10.0.0.1]', '[64:ff9b:1::8.8.8.8]', '[64:ff9b:1:7f00:0:100::]', '[2002:7f00:1::]', '[2002:a9fe:a9fe::1]', '[2002:808:808::1]',
  '[2001:0:7f00:1::]', '[2001::ffff:80ff:fffe]', '[2a00:1450::5efe:10.0.0.1]', '[2a00:1450::200:5efe:127.0.0.1]',
]; // prettier-ignore

describe('hostile addresses', () => {
  it.each(hostileHosts)('%s is refused and never connected to', async (host) => {
    for (const port of ['', ':8080']) {
      const { ask, reached } = watch();
      expect(await ask(`http://${host}${port}/path`)).toMatchObject({ name: 'OutboundError', code: 'address_refused' });
      expect(reached).toEqual([]);
    }
  });

  it.each([
    ['loopback', ['127.0.0.1']],
    ['a private address', ['10.1.2.3']],
    ['the metadata service', ['169.254.169.254']],
    ['IPv6 loopback', ['::1']],
    ['a mapped address', ['::ffff:192.168.0.1']],
    ['a link-local address with its zone', ['fe80::1%eth0']],
    ['a public and a private address', ['93.184.216.34', '127.0.0.1']],
    ['a private address at the end', ['93.184.216.34', '2606:2800:220:1::1', 'fd00::1']],
    ['what is not an address', ['127.0.0.1.evil.example']],
  ])('a name that resolves to %s is refused', async (_, addresses) => {
    const { ask, reached } = watch({ 'evil.example': addresses });
    expect(await ask('https://evil.example/')).toMatchObject({ code: 'address_refused' });
    expect(await ask('http://EVIL.example./')).toMatchObject({ code: 'address_refused' });
    expect(reached).toEqual([]);
  });

  it.each(['localhost', 'LOCALHOST', 'localhost.', 'a.localhost'])(
    '%s is refused, as the system resolves it',
    async (host) => {
      const { ask, reached } = watch({ localhost: ['::1', '127.0.0.1'], 'a.localhost': ['127.0.0.1'] });
      expect(await ask(`http://${host}/`)).toMatchObject({ code: 'address_refused' });
      expect(reached).toEqual([]);
    },
  );

  it.each([
    ['ftp://example.com/', 'scheme_refused'],
    ['file:///etc/passwd', 'scheme_refused'],
    ['gopher://example.com/', 'scheme_refused'],
    ['data:text/plain,hello', 'scheme_refused'],
    ['javascript:alert(1)', 'scheme_refused'],
    ['unix:/var/run/docker.sock', 'scheme_refused'],
    ['ws://example.com/', 'scheme_refused'],
    ['http://user@example.com/', 'credentials_refused'],
    ['http://user:secret@example.com/', 'credentials_refused'],
    ['http://:secret@example.com/', 'credentials_refused'],
    ['http://example.com@127.0.0.1/', 'credentials_refused'],
    ['//example.com/', 'invalid_url'],
    ['example.com', 'invalid_url'],
    ['http://', 'invalid_url'],
    ['http://256.256.256.256/', 'invalid_url'],
    ['http://[::1%25eth0]/', 'invalid_url'],
    ['http://exa mple.com/', 'invalid_url'],
    ['http://example.com:99999/', 'invalid_url'],
    ['', 'invalid_url'],
  ])('%s is %s', async (url, code) => {
    const { ask, reached } = watch({ 'example.com': ['93.184.216.34'] });
    expect(await ask(url)).toMatchObject({ name: 'OutboundError', code });
    expect(reached).toEqual([]);
  });
});

describe('public addresses', () => {
  it.each([
    ['http://93.184.216.34/', '93.184.216.34 80'],
    ['https://93.184.216.34/', '93.184.216.34 443'],
    ['http://1.1.1.1:8080/', '1.1.1.1 8080'],
    ['http://0x5db8d822/', '93.184.216.34 80'],
    ['http://[2606:4700:4700::1111]/', '2606:4700:4700::1111 80'],
    ['http://[::ffff:93.184.216.34]/', '::ffff:5db8:d822 80'],
    ['http://[64:ff9b::5db8:d822]/', '64:ff9b::5db8:d822 80'],
    ['http://172.15.255.255/', '172.15.255.255 80'],
    ['http://172.32.0.1/', '172.32.0.1 80'],
    ['http://100.128.0.1/', '100.128.0.1 80'],
    ['http://[2001:4860:4860::8888]/', '2001:4860:4860::8888 80'],
    ['https://good.example/', '93.184.216.34 443'],
  ])('%s would be connected to', async (url, expected) => {
    const { ask, reached } = watch({ 'good.example': ['93.184.216.34'] });
    expect(await ask(url)).toMatchObject({ code: 'connection_failed', retryable: true });
    expect(reached).toEqual([expected]);
  });

  it('are tried one after the other, exactly as checked', async () => {
    const { ask, reached } = watch({ 'good.example': ['2606:2800:220:1::1', '93.184.216.34'] });
    await ask('http://good.example/');
    expect(reached).toEqual(['2606:2800:220:1::1 80', '93.184.216.34 80']);
  });

  it('are looked up once per connection: later changes of the response have no effect', async () => {
    const answers = ['93.184.216.34', '127.0.0.1'];
    const reached: string[] = [];
    const outbound = createOutbound({
      allow: '',
      lookup: () => Promise.resolve([{ address: answers.shift() ?? '127.0.0.1' }]),
      connect: ({ hostname }, callback) => {
        reached.push(hostname);
        callback(new Error('recorded'), null);
      },
    });
    await expect(outbound.request('http://rebind.example/')).rejects.toMatchObject({ code: 'connection_failed' });
    await expect(outbound.request('http://rebind.example/')).rejects.toMatchObject({ code: 'address_refused' });
    expect(reached).toEqual(['93.184.216.34']);
  });

  it('that don’t exist are not found', async () => {
    expect(await watch().ask('http://nowhere.example/')).toMatchObject({ code: 'host_not_found', retryable: true });
  });
});

describe('exceptions', () => {
  it.each([
    ['127.0.0.1', 'http://127.0.0.1:9000/', true],
    ['127.0.0.1:9000', 'http://127.0.0.1:9000/', true],
    ['127.0.0.1:9000', 'http://127.0.0.1:9001/', false],
    ['127.0.0.1:9000', 'http://2130706433:9000/', true],
    ['127.0.0.1:9000', 'http://[::ffff:127.0.0.1]:9000/', true],
    ['127.0.0.1:80', 'http://127.0.0.1/', true],
    ['10.1.0.0/16', 'http://10.1.255.1/', true],
    ['10.1.0.0/16', 'http://10.2.0.1/', false],
    ['fd00::/8', 'http://[fd12::1]/', true],
    ['::1', 'http://[::1]:3000/', true],
    ['[::1]:3000', 'http://[::1]:3000/', true],
    ['[::1]:3000', 'http://[::1]:3001/', false],
    ['intranet.example', 'http://intranet.example:8080/', true],
    ['intranet.example:8080', 'http://intranet.example:8080/', true],
    ['intranet.example:8080', 'http://intranet.example:8081/', false],
    ['Intranet.Example', 'http://INTRANET.example./', true],
    ['intranet.example', 'http://other.example/', false],
    ['10.1.0.0/16', 'http://intranet.example/', true],
    ['10.1.2.3', 'http://intranet.example/', true],
    ['10.1.2.4', 'http://intranet.example/', false],
    ['localhost:1, 127.0.0.1 ,', 'http://127.0.0.1/', true],
  ])('OUTBOUND_ALLOW=%s makes %s reachable: %s', async (allow, url, expected) => {
    const answers = { 'intranet.example': ['10.1.2.3'], 'other.example': ['10.1.2.3'] };
    const { ask, reached } = watch(answers, allow);
    expect(await ask(url)).toMatchObject({ code: expected ? 'connection_failed' : 'address_refused' });
    expect(reached).toHaveLength(expected ? 1 : 0);
  });

  it.each(['*', '10.0.0.0/99', 'a b', 'host:99999', 'http://127.0.0.1'])(
    'OUTBOUND_ALLOW=%s is refused by name',
    (allow) => {
      expect(() => watch({}, `127.0.0.1, ${allow}`)).toThrow(`"${allow}"`);
    },
  );
});
