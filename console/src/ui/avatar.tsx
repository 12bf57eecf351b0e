import { useState } from 'preact/hooks';

/** The picture of a person; the first letter of the name without one, or if it can't be loaded. */
export function Avatar({ name, picture = null }: { name: string; picture?: string | null | undefined }) {
  const [broken, setBroken] = useState<string>();
  return (
    <span class="avatar" aria-hidden="true">
      {picture === null || picture === '' || picture === broken ? (
        (/^\S/u.exec(name.trim())?.[0].toUpperCase() ?? '?')
      ) : (
        <img src={picture} alt="" referrerpolicy="no-referrer" onError={() => setBroken(picture)} />
      )}
    </span>
  );
}
