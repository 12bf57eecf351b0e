import { createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './loopback.ts';

export interface MailServer {
  /** For SMTP_URL. */
  readonly url: string;
  readonly connections: ReadonlySet<Socket>;
  close(): Promise<void>;
}

/** A mail server on loopback; `answer` gives its answer to a line, and may write others itself. */
export async function startMailServer(answer: (line: string, socket: Socket) => string): Promise<MailServer> {
  const connections = new Set<Socket>();
  const server = createServer((socket) => {
    connections.add(socket.on('error', () => undefined));
    socket.write('220 mail.example.com ESMTP\r\n');
    socket.on('data', (bytes: Buffer) => socket.write(answer(bytes.toString(), socket)));
  });
  const { host, close } = await listenOnLoopback(server);
  return {
    url: `smtp://${host}`,
    connections,
    close,
  };
}

/** An answer that never ends, with a line after each of these milliseconds: the connection is never idle either. */
export function answerWithoutEnd(socket: Socket, everyMs: number): string {
  const timer = setInterval(() => socket.write('250-wait\r\n'), everyMs);
  socket.on('close', () => clearInterval(timer));
  return '250-wait\r\n';
}
