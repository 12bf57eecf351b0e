import { once } from 'node:events';
import { createSocket } from 'node:dgram';

/** A name server on loopback with TXT records only. */
export type NameServer = {
  /** NODE_OPTIONS that make a Node process use only this server. */
  nodeOptions: string;
  setText: (name: string, text: string) => void;
  stop: () => Promise<void>;
};

/** Starts a name server (RFC 1035): it answers the TXT records that it was given, and NXDOMAIN to everything else. */
export async function startNameServer(): Promise<NameServer> {
  const texts = new Map<string, string>();
  const socket = createSocket('udp4', (query, { port, address }) => {
    socket.send(answer(query, texts), port, address);
  });
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  // A module that imports a function of node:dns by its name sees the change only after the exports are synced.
  const program = `
    import dns from 'node:dns/promises';
    import { syncBuiltinESMExports } from 'node:module';
    dns.setServers(['127.0.0.1:${socket.address().port}']);
    syncBuiltinESMExports();`;
  return {
    nodeOptions: `--import=data:text/javascript,${encodeURIComponent(program)}`,
    setText: (name, text) => void texts.set(name, text),
    stop: async () => {
      socket.close();
      await once(socket, 'close');
    },
  };
}

const headerBytes = 12;

function answer(query: Buffer, texts: ReadonlyMap<string, string>): Buffer {
  const { name, end } = readName(query);
  const text = texts.get(name.toLowerCase());
  const header = Buffer.alloc(headerBytes);
  query.copy(header, 0, 0, 2);
  // Response, recursion available; NXDOMAIN if nothing is known.
  header.writeUInt16BE(text === undefined ? 0x8183 : 0x8180, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(text === undefined ? 0 : 1, 6);
  const question = query.subarray(headerBytes, end + 4);
  if (text === undefined) return Buffer.concat([header, question]);
  const data = Buffer.concat([Buffer.from([text.length]), Buffer.from(text)]);
  const record = Buffer.alloc(12);
  // The name of the question, type TXT, class IN, 60 seconds.
  record.writeUInt16BE(0xc000 | headerBytes, 0);
  record.writeUInt16BE(16, 2);
  record.writeUInt16BE(1, 4);
  record.writeUInt32BE(60, 6);
  record.writeUInt16BE(data.length, 10);
  return Buffer.concat([header, question, record, data]);
}

function readName(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = headerBytes;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}
