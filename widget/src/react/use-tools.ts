import { useEffect } from 'react';
import type { ChatHandle, PageTool } from '../types.ts';

/** Functions of the page that the agent may call, by the name of the tool. */
export interface ToolProps {
  tools?: Readonly<Record<string, PageTool>> | undefined;
}

/** Registers the tools by name, so that each call runs the function of the newest props. */
export function useTools(
  handle: ChatHandle | null,
  { tools = {} }: ToolProps,
  latest: { readonly current: ToolProps },
) {
  const content = JSON.stringify(Object.keys(tools));
  useEffect(() => {
    const names: string[] = JSON.parse(content);
    for (const name of names) handle?.tool(name, (input) => latest.current.tools?.[name]?.(input));
    return () => {
      for (const name of names) handle?.tool(name, null);
    };
  }, [handle, content, latest]);
}
