import type { Pagination } from '@portico/shared-types/envelope';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTexts } from '../text/use-texts.ts';
import { IconButton } from './button.tsx';
import { uiTexts } from './texts.ts';

/** The pages of a list; nothing if there is only one. */
export function Pager({ pagination, onPage }: { pagination: Pagination; onPage: (page: number) => void }) {
  const say = useTexts(uiTexts);
  const { page, total_pages: pages, total_count: count, has_next: hasNext, has_prev: hasPrevious } = pagination;
  if (pages <= 1) return null;
  return (
    <nav class="pager" aria-label={say('page', { page, pages })}>
      <span class="meta">{say('total', { count })}</span>
      <span class="pager-place">{say('page', { page, pages })}</span>
      <IconButton label={say('previous')} icon={ChevronLeft} disabled={!hasPrevious} onClick={() => onPage(page - 1)} />
      <IconButton label={say('next')} icon={ChevronRight} disabled={!hasNext} onClick={() => onPage(page + 1)} />
    </nav>
  );
}
