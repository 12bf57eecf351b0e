import { connect, type Socket } from 'node:net';

export interface Listeners {
  /** Milliseconds from the time that each event carries (`at:` and 13 digits) to its arrival, since the last call. */
  takeDelays(): number[];
  close(): void;
}

/**
 * Opens event streams over plain sockets, so that the listeners use as little processor time as possible. Events that
 * begin with `mark` count.
 */
export async function openListeners(
  port: number,
  path: string,
  headers: string,
  count: number,
  mark = 'event: message:delta',
): Promise<Listeners> {
  const sockets: Socket[] = [];
  let delays: number[] = [];
  const openOne = async (): Promise<void> =>
    new Promise((resolve, reject) => {
      const socket = connect(port, '127.0.0.1');
      let isOpen = false;
      let rest = '';
      sockets.push(socket);
      socket.setEncoding('latin1');
      socket.on('error', reject);
      socket.on('close', () => reject(new Error('a listener was cut off')));
      socket.on('data', (piece: string) => {
        if (!isOpen) {
          isOpen = true;
          if (piece.startsWith('HTTP/1.1 200')) resolve();
          else reject(new Error(piece.slice(0, 200)));
        }
        const text = rest + piece;
        const now = Date.now();
        let end = 0;
        // Only pieces count: the finished message contains all their times again.
        for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, end)) {
          const time = text.indexOf('at:', at);
          // The rest of an incomplete event comes with the next piece.
          if (time === -1 || time + 16 > text.length) break;
          delays.push(now - Number(text.slice(time + 3, time + 16)));
          end = time + 16;
        }
        const cut = text.indexOf(mark, end);
        rest = cut === -1 ? text.slice(Math.max(end, text.length - mark.length)) : text.slice(cut);
      });
      socket.write(`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\n${headers}\r\n`);
    });
  for (let opened = 0; opened < count; opened += 50) {
    await Promise.all(Array.from({ length: Math.min(50, count - opened) }, openOne));
  }
  return {
    takeDelays() {
      const taken = delays;
      delays = [];
      return taken;
    },
    close() {
      for (const socket of sockets) {
        socket.removeAllListeners('close');
        socket.destroy();
      }
    },
  };
}
