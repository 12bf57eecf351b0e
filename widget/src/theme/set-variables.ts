/** Sets custom properties in a sheet's first rule so that no declaration of a host page can override them. */
export function setVariables(sheet: CSSStyleSheet, variables: Readonly<Record<string, string>>): void {
  const [rule] = sheet.cssRules;
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(variables)) rule.style.setProperty(name, value, 'important');
}
