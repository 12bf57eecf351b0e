import type { PublicThreadEvent } from '@portico/shared-types/events';
import type { PageTool } from '../types.ts';
import type { PageTools, PageToolsOptions } from './page-tools.ts';

/** The page's tools; the code that runs them is loaded with the first one, or with the first call. */
export function createToolBox(options: Omit<PageToolsOptions, 'tools'>) {
  const tools = new Map<string, PageTool>();
  let running: Promise<PageTools> | undefined;
  const load = () =>
    (running ??= import('./page-tools.ts').then(({ createPageTools }) => createPageTools({ ...options, tools })));
  return {
    register(name: string, run: PageTool | null): void {
      if (run) tools.set(name, run);
      else tools.delete(name);
      void load().then((page) => page.retry());
    },
    receive(event: PublicThreadEvent, eventId: string | null): void {
      const isCall = event.event === 'message:tool_call' && event.data.client;
      // A call to a page without tools is rejected, so that the agent does not wait for it.
      void (isCall ? load() : running)?.then((page) => page.receive(event, eventId));
    },
  };
}
