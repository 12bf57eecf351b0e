import { useState } from 'preact/hooks';
import type { Answering } from '../types.ts';
import { usePanel } from './context.ts';

/** The picture of the person who answers, or the interface's logo; without one, the first letter of the name. */
export function Avatar({ person }: { person?: Answering['assignee'] }) {
  const { branding, behaviour } = usePanel().chat.face.value;
  const [failed, setFailed] = useState('');
  const logoUrl = person ? person.avatarUrl : branding.logoUrl;
  const hasLogo = logoUrl !== null && logoUrl !== failed;
  return (
    <span class={hasLogo ? 'avatar logo' : 'avatar'} aria-hidden="true">
      {hasLogo ? (
        <img src={logoUrl} alt="" referrerpolicy="no-referrer" onError={() => setFailed(logoUrl)} />
      ) : (
        Array.from(person?.name ?? behaviour.title)[0]
      )}
    </span>
  );
}
