import { createServer, type Server } from 'node:net';
import { StartError } from '../platform/errors.ts';

/** What the system reports for an address of another machine, of a family without a network, or without its zone. */
const hostFaults: ReadonlySet<string> = new Set(['EADDRNOTAVAIL', 'EAFNOSUPPORT', 'EINVAL']);

/** Throws a StartError that names the wrong setting. */
export async function listen(server: Server, port: number, host: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'EADDRINUSE') reject(new StartError(`PORT: ${port} is taken by another program`));
      else if (error.code === 'EACCES') reject(new StartError(`PORT: this user may not listen on ${port}`));
      else if (error.syscall === 'getaddrinfo' || hostFaults.has(error.code ?? ''))
        reject(new StartError(`HOST: ${host} is not an address of this machine; try 127.0.0.1 or 0.0.0.0`));
      else reject(error);
    });
    server.listen(port, host, resolve);
  });
}

/** Listens for an instant, without the code of the server, which takes a second to load. Throws like `listen`. */
export async function assertCanListen({ port, host }: { port: number; host: string }): Promise<void> {
  const server = createServer((socket) => socket.destroy());
  await listen(server, port, host);
  await new Promise((resolve) => {
    server.close(resolve);
  });
}
