import { X } from 'lucide-react';
import { chatInterfaces } from '../../../data/chat-interfaces.ts';
import { useNamed } from '../../../data/resource.ts';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { isDay } from '../../../ui/to-period.ts';
import { conversationTexts } from '../texts.ts';
import { filterNames, type FilterName, type Filters } from './filters.ts';

interface FilterChipsProps {
  filters: Filters;
  /** The fields above show what is set, so only the button that clears them is needed. */
  isBelowFields: boolean;
  onRemove: (name: FilterName) => void;
  onClear: () => void;
}

/** The filters that are set, each with a way to remove it; nothing if there are none. */
export function FilterChips({ filters, isBelowFields, onRemove, onClear }: FilterChipsProps) {
  const say = useTexts(conversationTexts);
  const describe = useDescription();
  const set = filterNames.filter((name) => filters[name] !== '');
  if (set.length === 0) return null;
  return (
    <div class="inbox-chips" role="group" aria-label={say('setFilters')}>
      {(isBelowFields ? [] : set).map((name) => (
        <button
          key={name}
          type="button"
          class="chip chip-set"
          title={say('removeFilter')}
          onClick={() => onRemove(name)}
        >
          <bdi>{describe(name, filters[name])}</bdi>
          <X size={12} aria-hidden="true" />
        </button>
      ))}
      <button type="button" class="link-button" onClick={onClear}>
        {say('clearFilters')}
      </button>
    </div>
  );
}

/** Returns the function that puts a filter into words. */
function useDescription(): (name: FilterName, value: string) => string {
  const say = useTexts(conversationTexts);
  const formats = useFormats();
  const { nameOf } = useNamed(chatInterfaces, 'interfaces:read');
  const day = (value: string) => (isDay(value) ? formats.date(value, 'UTC') : value);
  return (name, value) => {
    switch (name) {
      case 'interface_id':
        return nameOf(value);
      case 'tag':
        return say('tagIs', { tag: value });
      case 'rating':
        return value === 'up' || value === 'down' ? say(value === 'up' ? 'thumbUp' : 'thumbDown') : value;
      case 'csat':
        return say('scoreIs', { score: value });
      case 'unanswered':
        return say(value === 'false' ? 'noneUnansweredLong' : 'unanswered');
      case 'from':
        return say('fromDay', { day: day(value) });
      case 'to':
        return say('toDay', { day: day(value) });
    }
  };
}
