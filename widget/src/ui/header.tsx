import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';

/** Who one talks to, over the interface's cover; tall until the conversation begins. */
export function Header() {
  const { chat, mode, view, texts, focusComposer } = usePanel();
  const { branding, behaviour } = chat.face.value;
  const isHistory = view.value === 'history';
  const isTall = !isHistory && chat.messages.value.length === 0 && !chat.isLoading.value;
  const back = () => {
    view.value = 'conversation';
    focusComposer();
  };
  return (
    <div class={isTall ? 'head tall' : 'head'}>
      {isHistory ? (
        <IconButton icon="back" label={texts.value.back} class="flip" onClick={back} />
      ) : (
        <span class="avatar" aria-hidden="true">
          {branding.logoUrl === null ? (
            Array.from(behaviour.title)[0]
          ) : (
            <img src={branding.logoUrl} alt="" referrerpolicy="no-referrer" />
          )}
        </span>
      )}
      <div class="who">
        <h2 dir="auto">{isHistory ? texts.value.history : behaviour.title}</h2>
        {behaviour.subtitle && !isHistory && <p dir="auto">{behaviour.subtitle}</p>}
      </div>
      <div class="tools">
        {!isHistory && chat.consent.value === 'granted' && <Menu />}
        {mode === 'bubble' && <IconButton icon="close" label={texts.value.close} onClick={() => chat.close()} />}
      </div>
    </div>
  );
}
