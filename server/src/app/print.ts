import type { Writable } from 'node:stream';

/**
 * Writes the result of a command. A reader that has left, such as `head`, is not an error: the process ends without a
 * stack trace.
 */
export function print(stream: Writable, text: string, onWritten = (): void => {}): void {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  stream.write(text, onWritten);
}
