import type { PublicFormCover } from '@portico/shared-types/api/public-forms';
import { useState } from 'preact/hooks';
import { findCover } from '../covers/covers.ts';

/** The band above the form; decoration, so it has no text alternative. A picture that can't be had leaves no gap. */
export function Cover({ cover, isSmall }: { cover: PublicFormCover | null; isSmall: boolean }) {
  const [isBroken, setBroken] = useState(false);
  if (cover === null || isBroken) return null;
  const className = isSmall ? 'cover cover-small' : 'cover';
  if (cover.type === 'color')
    return <div class={`${className} cover-colour`} style={{ backgroundColor: cover.value }} />;
  const source = cover.type === 'stock' ? findCover(cover.value).url : cover.value;
  return (
    <div class={className}>
      <img src={source} alt="" referrerpolicy="no-referrer" onError={() => setBroken(true)} />
    </div>
  );
}
