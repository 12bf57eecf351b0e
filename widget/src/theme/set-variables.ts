/**
 * Sets custom properties in a sheet's first rule so that no declaration of a host page can override them. The rule is
 * replaced by one with the same selector: WebKit shows no change inside a `:host` rule of a constructed sheet.
 */
export function setVariables(sheet: CSSStyleSheet, variables: Readonly<Record<string, string>>): void {
  const [rule] = sheet.cssRules;
  if (!(rule instanceof CSSStyleRule)) return;
  for (const [name, value] of Object.entries(variables)) rule.style.setProperty(name, value, 'important');
  sheet.insertRule(rule.cssText, 0);
  sheet.deleteRule(1);
}
