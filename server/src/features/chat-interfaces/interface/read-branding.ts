import { ChatBranding, Colour } from '@portico/shared-types';

/**
 * The stored look without words that are not colours. Older versions accepted any word, and the widget showed its default
 * for it; without this, nothing else of such an interface could be changed.
 */
export function readBranding(branding: ChatBranding): ChatBranding {
  const { primary_color: primary, background_color: background, text_color: text, cover } = branding;
  return {
    ...branding,
    primary_color: isColour(primary) ? primary : ChatBranding.shape.primary_color.parse(undefined),
    background_color: isColour(background) ? background : null,
    text_color: isColour(text) ? text : null,
    cover: cover.type === 'color' && !isColour(cover.value) ? { type: 'none', value: null } : cover,
  };
}

function isColour(text: string | null): boolean {
  return Colour.safeParse(text).success;
}
