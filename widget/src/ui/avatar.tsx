import { useState } from 'preact/hooks';
import { usePanel } from './context.ts';

/** The interface's picture: its logo, or the first letter of its name if there is none or it can't be had. */
export function Avatar() {
  const { branding, behaviour } = usePanel().chat.face.value;
  const [failed, setFailed] = useState('');
  const { logoUrl } = branding;
  const hasLogo = logoUrl !== null && logoUrl !== failed;
  return (
    <span class={hasLogo ? 'avatar logo' : 'avatar'} aria-hidden="true">
      {hasLogo ? (
        <img src={logoUrl} alt="" referrerpolicy="no-referrer" onError={() => setFailed(logoUrl)} />
      ) : (
        Array.from(behaviour.title)[0]
      )}
    </span>
  );
}
