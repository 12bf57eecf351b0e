import { onHashParameter } from '@portico/browser-kit/hash-parameter';
import { chooseLanguage, directionOf } from '@portico/shared-types/languages/choose-language';
import { render } from 'preact';
import { TaskPage } from './pages/task-page.tsx';
import { openTask } from './task/open-task.ts';
import { loadMessages } from './text/load-messages.ts';
import { createTexts, TextsContext } from './text/texts.ts';
import { readTaskId, readToken } from './transport/link.ts';
import { createTaskClient } from './transport/task-client.ts';

/** Shows the task of the address to anyone who has its link. */
async function openPage(root: HTMLElement): Promise<void> {
  const taskId = readTaskId(location.pathname);
  const token = readToken(taskId);
  // The task and the texts are loaded at the same time.
  const opened = token === null ? null : openTask(createTaskClient(taskId, token));
  const locale = chooseLanguage(navigator.languages);
  const texts = createTexts(locale, await loadMessages(locale));
  document.documentElement.lang = locale;
  document.documentElement.dir = directionOf(locale);
  root.replaceChildren();
  render(
    <TextsContext.Provider value={texts}>
      <TaskPage opened={opened} />
    </TextsContext.Provider>,
    root,
  );
}

// Another link to the same task differs only there.
onHashParameter('token', () => location.reload());

const root = document.getElementById('app');
if (root !== null) {
  openPage(root).catch(() => {
    // The texts themselves could not be loaded.
    root.textContent = 'This page could not be loaded. Please reload it.';
  });
}
