import type { FunctionComponent } from 'preact';
import type { MarkdownContext } from './context.ts';
import { useLoaded } from './use-loaded.ts';

type Markdown = FunctionComponent<{ source: string; isStreaming: boolean; context: MarkdownContext }>;

const load = async () => import('./markdown.tsx');

/** The renderer, which is loaded when the first text is shown. Null until then, and the plain text is shown. */
export function useMarkdown(): Markdown | null {
  return useLoaded(load)?.Markdown ?? null;
}
