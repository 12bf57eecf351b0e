import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import type { Response } from 'express';
import { FileValues } from './file-values.ts';

export interface PageOptions {
  /** Values for the template's `{{name}}` placeholders; they are escaped. */
  readonly values?: Readonly<Record<string, string>>;
  /** HTML made by this server, for the same kind of placeholders. */
  readonly html?: Readonly<Record<string, string>>;
  /** Who may frame the page (CSP frame-ancestors). */
  readonly frameAncestors?: string;
  /** Further CSP directives, by name, instead of the defaults. */
  readonly policy?: Readonly<Record<string, string>>;
}

const templates = new FileValues<string>();

/** A site with such a policy, which isolates it from other sites, can only frame pages that have one too. */
export const isolatedFrame = { 'Cross-Origin-Embedder-Policy': 'credentialless' };

/**
 * Sends an HTML template with a strict policy: only scripts and styles with this response's nonce run (CSP level 3).
 */
export async function sendPage(response: Response, template: URL, options: PageOptions = {}): Promise<void> {
  const nonce = randomBytes(16).toString('base64');
  const places: Record<string, string> = { ...options.html, nonce };
  for (const [name, value] of Object.entries(options.values ?? {})) places[name] = escapeHtml(value);
  const text = await templates.get(template, async () => readFile(template, 'utf8'));
  const policy = {
    'default-src': "'none'",
    'script-src': `'nonce-${nonce}'`,
    'style-src': `'self' 'nonce-${nonce}'`,
    'img-src': "'self' data: blob: https:",
    'font-src': "'self' data: https:",
    'connect-src': "'self'",
    'frame-src': "'self'",
    'manifest-src': "'self'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': options.frameAncestors ?? "'self'",
    ...options.policy,
  };
  response
    .set({
      'Content-Security-Policy': Object.entries(policy)
        .map(([name, value]) => `${name} ${value}`)
        .join('; '),
      'Cache-Control': 'no-cache',
      'Referrer-Policy': 'strict-origin-when-cross-origin',
    })
    .type('html')
    .send(text.replaceAll(/\{\{(\w+)\}\}/g, (place, name: string) => places[name] ?? place));
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;')
    .replaceAll("'", '&#39;');
}
