import { usePanel } from './context.ts';
import { explainError, explainWait } from './explain.ts';
import { IconButton } from './icon-button.tsx';
import { Icon } from './icon.tsx';

/** The current obstacle: a limit with its countdown, a lost connection, an error. */
export function Banner() {
  const { chat, texts, language } = usePanel();
  const t = texts.value;
  const wait = chat.limitWait.value;
  const connection = chat.connection.value;
  const error = chat.error.value;
  if (wait) {
    const text = explainWait(wait, chat.limitSeconds.value, t, language.value);
    // The countdown is not read out every second.
    return (
      <p class="banner" role="status" aria-label={text}>
        <Icon name="clock" />
        <span aria-hidden="true" dir="auto">
          {text}
        </span>
      </p>
    );
  }
  if (connection !== 'online') {
    return (
      <p class={`banner ${connection}`} role="status">
        <Icon name="clock" />
        <span>{connection === 'offline' ? t.offline : t.reconnecting}</span>
      </p>
    );
  }
  if (!error) return null;
  return (
    <p class="banner bad" role="alert">
      <Icon name="warn" />
      <span>{explainError(error, t)}</span>
      <IconButton icon="close" label={t.dismiss} onClick={() => chat.dismissError()} />
    </p>
  );
}
