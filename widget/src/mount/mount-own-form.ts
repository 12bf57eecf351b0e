import { requireAddress } from '@portico/shared-types/rules/require-address';
import type { FormHandle, FormOptions } from '../form-types.ts';
import { mountForm as mount } from './mount-form.ts';
import { requirePage } from './require-page.ts';

/**
 * Puts a form on the page: in a frame with the form's own height, or, as a bubble, in a panel behind a launcher.
 * @throws TypeError if `host` is not an address, and Error outside of a browser.
 */
export function mountForm(options: FormOptions): FormHandle {
  requirePage('mountForm');
  requireAddress('host', options.host);
  return mount(options);
}
