import type { IncomingHttpHeaders } from 'node:http';
import { z } from 'zod';
import type { Platform } from '../../platform/platform.ts';
import { seal, unseal } from '../../platform/seal.ts';
import { defineHostCookie } from './host-cookie.ts';

/** A cookie whose content only this server can read and write; the browser keeps it for us. */
export interface SealedCookie<T> {
  /** Returns the header that stores the content. */
  write(platform: Platform, content: T): string;
  /** Returns the header that deletes the cookie. */
  clear(platform: Platform): string;
  /** The content; undefined if there is none, it has expired, or it is not ours. */
  read(platform: Platform, headers: IncomingHttpHeaders): T | undefined;
}

/** Defines a cookie by its name, its content and its life in seconds. */
export function defineSealedCookie<T>(name: string, content: z.ZodType<T>, lifeSeconds: number): SealedCookie<T> {
  const Sealed = z.object({ content, until: z.number() });
  const cookie = defineHostCookie(name);
  return {
    write: (platform, value) => {
      const text = JSON.stringify({ content: value, until: Date.now() + lifeSeconds * 1_000 });
      return cookie.write(platform, seal(platform.config.secretKey, text).toString('base64url'), lifeSeconds);
    },
    clear: cookie.clear,
    read: (platform, headers) => {
      const sealed = cookie.read(platform, headers);
      if (sealed === undefined) return undefined;
      try {
        const text = unseal(platform.config.secretKey, Buffer.from(sealed, 'base64url'));
        const { content: value, until } = Sealed.parse(JSON.parse(text));
        return until > Date.now() ? value : undefined;
      } catch {
        return undefined;
      }
    },
  };
}
