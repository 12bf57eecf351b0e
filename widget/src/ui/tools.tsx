import { fill } from '../locales/load-texts.ts';
import type { ToolActivity } from '../types.ts';
import { useTexts } from './context.ts';
import { Icon } from './icon.tsx';
import { LaterIcon } from './later-icon.tsx';

/** The agent's tool calls for a reply, as words: `search_handbook` becomes "search handbook". */
export function Tools({ tools, isStreaming }: { tools: readonly ToolActivity[]; isStreaming: boolean }) {
  const texts = useTexts();
  return (
    <ul class="tools-used">
      {tools.map(({ id, name, ok }) => {
        const isRunning = ok === null && isStreaming;
        // Without a result, as after Stop, it may have done nothing.
        const text = isRunning ? texts.working : ok ? texts.worked : texts.toolFailed;
        return (
          <li key={id} class={isRunning ? 'runs' : undefined}>
            {isRunning ? <LaterIcon name="tool" /> : <Icon name={ok ? 'check' : 'warn'} />}
            <bdi>{fill(text, { name: name.replace(/[_-]+/g, ' ') })}</bdi>
          </li>
        );
      })}
    </ul>
  );
}
