import type { FieldFault } from '../api/api-error.ts';
import { useTexts } from '../text/use-texts.ts';
import { faultTexts } from './fault-texts.ts';

/**
 * Returns the function that describes the error of a field. In English the server's message is kept, because it names
 * the rule.
 */
export function useFaultText(): (fault: FieldFault) => string {
  const say = useTexts(faultTexts);
  return ({ code, message }) => (isKnown(code) ? say(code) : capitalize(message));
}

function isKnown(code: string): code is keyof typeof faultTexts {
  return Object.hasOwn(faultTexts, code);
}

function capitalize(message: string): string {
  return message.charAt(0).toUpperCase() + message.slice(1);
}
