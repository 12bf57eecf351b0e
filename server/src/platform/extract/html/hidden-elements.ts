/** Returns an attribute's value by its name. */
type Read = (name: string) => string | null | undefined;

/** Roles of what a page shows over its text for a moment. */
const popups = /^(?:menu|listbox|tree|grid|dialog|alertdialog|tooltip)$/i;

/**
 * Distinguishes what is hidden for good from what a control of the page or a search in it shows, such as the answers of an
 * accordion and the panels of tabs: those are content.
 */
export class HiddenElements {
  /** The ids of elements that controls show and hide. */
  readonly #controlled = new Set<string>();

  /** Notes what an element shows, if it is a control. Its panel comes after it in nearly all pages. */
  addControl(read: Read): void {
    if (read('role') !== 'tab' && !isSet(read('aria-expanded'))) return;
    if (read('role') === 'combobox' || !/^(?:false)?$/i.test(read('aria-haspopup') ?? '')) return;
    for (const id of (read('aria-controls') ?? '').split(/\s+/)) this.#controlled.add(id);
  }

  /** Whether an element that is hidden can be shown. */
  canBeShown(read: Read): boolean {
    if (read('hidden')?.toLowerCase() === 'until-found' || read('role') === 'tabpanel') return true;
    const id = read('id');
    return !popups.test(read('role') ?? '') && isSet(id) && this.#controlled.has(id);
  }
}

function isSet(value: string | null | undefined): value is string {
  return value !== null && value !== undefined && value !== '';
}
