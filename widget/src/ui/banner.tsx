import { usePanel } from './context.ts';
import { explainWait } from './explain.ts';
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
  const isAway = error.code === 'resource_not_found' || error.code === 'service_unavailable';
  const general = isAway ? t.unavailable : error.code === 'offline' ? t.offline : t.failed;
  // That a mail's link no longer works is said in a text that few visitors load.
  const text = error.code === 'link_refused' ? error.message : general;
  return (
    <p class="banner bad" role="alert">
      <Icon name="warn" />
      <span>{text}</span>
      <IconButton icon="close" label={t.dismiss} onClick={() => chat.dismissError()} />
    </p>
  );
}
