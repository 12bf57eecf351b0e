import type { ChatMessage } from '../types.ts';
import { usePanel } from './context.ts';
import { nameCitations } from './name-citations.ts';
import { Slot } from './slot.tsx';

/** The sources of a reply; each opens its passage. */
export function Citations({ message: { id, citations } }: { message: ChatMessage }) {
  const { sheet, slots, texts } = usePanel();
  const names = nameCitations(citations);
  return (
    <div class="sources">
      <p class="label">{texts.value.sources}</p>
      <ol>
        {citations.map((citation, index) => {
          const open = () => {
            sheet.value = { kind: 'citation', citation, number: index + 1 };
          };
          return (
            <li key={citation.chunkId}>
              <Slot content={slots.citation?.(citation, open, id) ?? null}>
                <button type="button" class="chip" onClick={open}>
                  <span class="num">{index + 1}</span>
                  <bdi>{names[index]}</bdi>
                </button>
              </Slot>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
