import { useMemo } from 'preact/hooks';
import { parseColor, toCss } from '@portico/browser-kit/theme/color';
import type { Rgb } from '@portico/browser-kit/theme/color';
import { readableOn, WHITE } from '@portico/browser-kit/theme/readable';
import { useThemeValue } from '../ui/context.ts';
import type { Kind } from './grammars.ts';
import { findGrammar } from './languages.ts';
import { tokenize } from './tokenize.ts';

/** Longer code gets one colour: thousands of elements would cost more than the colours are worth. */
const LONGEST = 20_000;

const hues: Readonly<Record<Exclude<Kind, 'comment'>, Rgb>> = {
  string: [17, 120, 72],
  keyword: [172, 40, 128],
  literal: [176, 84, 8],
  name: [30, 92, 200],
  property: [14, 112, 132],
};

/**
 * Coloured code. Colours are adjusted to a contrast of 4.5 to 1 on the interface's own surface, and set through the
 * object model, so that neither a style sheet nor a policy is affected.
 */
export function Highlighted({ text, language }: { text: string; language: string }) {
  const surface = useThemeValue('--pt-surface');
  const colors = useMemo(() => makeColors(parseColor(surface) ?? WHITE), [surface]);
  const grammar = findGrammar(language);
  if (!grammar || text.length > LONGEST) return <>{text}</>;
  let at = 0;
  const pieces = tokenize(text, grammar).map(([kind, piece]) => {
    at += piece.length;
    if (kind === null) return piece;
    return (
      <span key={at} style={colors[kind]}>
        {piece}
      </span>
    );
  });
  return <>{pieces}</>;
}

function makeColors(surface: Rgb): Record<Kind, { color: string; fontStyle?: string }> {
  const of = (hue: Rgb) => ({ color: toCss(readableOn(hue, surface)) });
  const { string, keyword, literal, name, property } = hues;
  return {
    comment: { color: 'var(--pt-muted)', fontStyle: 'italic' },
    string: of(string),
    keyword: of(keyword),
    literal: of(literal),
    name: of(name),
    property: of(property),
  };
}
