import type { FunctionComponent } from 'preact';
import type { MarkdownContext } from './context.ts';
import { useLoaded } from './use-loaded.ts';

type Markdown = FunctionComponent<{ source: string; isStreaming: boolean; context: MarkdownContext }>;

const load = async () => import('./markdown.tsx');

/** The renderer, loaded when the first text is shown; null, and the plain text stays, until its code is loaded. */
export function useMarkdown(): Markdown | null {
  return useLoaded(load)?.Markdown ?? null;
}
