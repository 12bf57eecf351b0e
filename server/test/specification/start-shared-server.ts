import { type ChildProcess, fork } from 'node:child_process';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { SharedServer } from './serve.ts';

const main = fileURLToPath(new URL('serve.ts', import.meta.url));

/** An address that answers where the shared server is, and starts it when it is asked for the first time. */
export async function offerSharedServer(): Promise<{ url: string; close(): Promise<void> }> {
  let child: ChildProcess | undefined;
  let shared: Promise<SharedServer> | undefined;
  const start = async (): Promise<SharedServer> => {
    const process_ = fork(main, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    child = process_;
    return new Promise((resolve, reject) => {
      process_.once('message', (message) => resolve(message as SharedServer));
      process_.once('exit', (code) => reject(new Error(`the shared server ended with ${code}`)));
    });
  };
  const offer = createServer((_request, response) => {
    shared ??= start();
    shared.then(
      (told) => response.end(JSON.stringify(told)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  await new Promise<void>((resolve) => {
    offer.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(offer.address() as AddressInfo).port}`,
    async close() {
      offer.close();
      const running = child;
      if (running === undefined || running.exitCode !== null) return;
      const gone = new Promise((resolve) => {
        running.once('exit', resolve);
      });
      running.disconnect();
      await gone;
    },
  };
}
