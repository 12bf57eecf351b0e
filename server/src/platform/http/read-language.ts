import type { IncomingHttpHeaders } from 'node:http';

/** The browser's preferred language, like `pt-BR`; undefined if it sends none. */
export function readLanguage(headers: IncomingHttpHeaders): string | undefined {
  return /^\s*([a-z]{2,3}(?:-[a-z0-9]{1,8})*)/i.exec(headers['accept-language'] ?? '')?.[1]?.slice(0, 35);
}
