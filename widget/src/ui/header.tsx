import { Avatar } from './avatar.tsx';
import { usePanel } from './context.ts';
import { IconButton } from './icon-button.tsx';
import { Menu } from './menu.tsx';

/**
 * The header with the current partner, on the brand's colour or the interface's cover. It keeps its height. A title longer
 * than two lines and a subtitle longer than four are cut, so that the conversation has room; their tooltips and what
 * screen readers say are the whole of them.
 */
export function Header() {
  const { chat, isDialog, view, texts, focusComposer } = usePanel();
  const { behaviour } = chat.face.value;
  const isHistory = view.value === 'history';
  const { status, assignee } = chat.answering.state.value;
  const person = status === 'human' ? assignee : null;
  const back = () => {
    view.value = 'conversation';
    focusComposer();
  };
  const title = isHistory ? texts.value.history : (person?.name ?? behaviour.title);
  const subtitle = person ? behaviour.title : behaviour.subtitle;
  return (
    <div class="head">
      {isHistory ? (
        <IconButton icon="back" label={texts.value.back} class="flip" onClick={back} />
      ) : (
        <Avatar person={person} />
      )}
      <div class="who">
        <h2 dir="auto" title={title}>
          {title}
        </h2>
        {subtitle && !isHistory && (
          <p dir="auto" title={subtitle}>
            {subtitle}
          </p>
        )}
      </div>
      <div class="tools">
        {!isHistory && chat.consent.value === 'granted' && <Menu />}
        {isDialog && <IconButton icon="close" label={texts.value.close} onClick={() => chat.close()} />}
      </div>
    </div>
  );
}
