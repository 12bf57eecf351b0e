/** Sets custom properties in a sheet's first rule so that nothing a host page declares can win against them. */
export function setVariables(sheet: CSSStyleSheet, variables: Readonly<Record<string, string>>): void {
  const [rule] = sheet.cssRules;
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(variables)) rule.style.setProperty(name, value, 'important');
}
