import type { PublicThreadEvent } from '@portico/shared-types/events';
import { loadOnce } from '../load-once.ts';
import type { PageTool } from '../types.ts';
import type { PageTools, PageToolsOptions } from './page-tools.ts';

/** The page's tools; the code that runs them is loaded with the first one, or with the first call. */
export function createToolBox(options: Omit<PageToolsOptions, 'tools'>) {
  const tools = new Map<string, PageTool>();
  let isUsed = false;
  const load = loadOnce(async () => {
    const { createPageTools } = await import('./page-tools.ts');
    return createPageTools({ ...options, tools });
  });
  /** Code that can't be loaded is loaded again for the next tool or call. */
  const use = (act: (page: PageTools) => void): void => {
    isUsed = true;
    load().then(act, () => (isUsed = false));
  };
  return {
    register(name: string, run: PageTool | null): void {
      if (run) tools.set(name, run);
      else tools.delete(name);
      use((page) => page.retry());
    },
    receive(event: PublicThreadEvent, eventId: string | null): void {
      const isCall = event.event === 'message:tool_call' && event.data.client;
      // A call to a page without tools is rejected, so that the agent does not wait for it.
      if (isCall || isUsed) use((page) => page.receive(event, eventId));
    },
  };
}
