type TextControl = HTMLInputElement | HTMLTextAreaElement;

export type Syntax = 'template' | 'expression' | 'json';

/** Puts an expression at the caret of a control, in braces and quotes if it needs them there. */
export function insertAtCaret(control: TextControl, expression: string, syntax: Syntax): void {
  const start = control.selectionStart ?? control.value.length;
  const end = control.selectionEnd ?? start;
  const text = wrapExpression(control.value.slice(0, start), expression, syntax);
  control.setRangeText(text, start, end, 'end');
  // The control reports it like typed text.
  control.dispatchEvent(new Event('input', { bubbles: true }));
}

/** The text to insert after `before`. */
export function wrapExpression(before: string, expression: string, syntax: Syntax): string {
  const isInBraces = before.lastIndexOf('{{') > before.lastIndexOf('}}');
  if (syntax === 'expression' || isInBraces) return expression;
  const template = `{{ ${expression} }}`;
  const isStructure = syntax === 'json' && /^\s*[{[]/.test(before);
  return isStructure && !isInQuotes(before) ? JSON.stringify(template) : template;
}

function isInQuotes(json: string): boolean {
  return (json.replaceAll(/\\./g, '').match(/"/g) ?? []).length % 2 === 1;
}

/** The control in which a field's value is typed: the one that had the focus last, else the first. */
export function findTextControl(field: Element | null | undefined, last: Element | null): TextControl | undefined {
  if (isTextControl(last) && field?.contains(last) === true) return last;
  return [...(field?.querySelectorAll('textarea, input') ?? [])].find(isTextControl);
}

function isTextControl(element: Element | null): element is TextControl {
  if (element instanceof HTMLTextAreaElement) return true;
  return element instanceof HTMLInputElement && element.type === 'text';
}
