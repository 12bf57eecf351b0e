import type { FormInterface } from '@portico/shared-types/api/form-interfaces';
import { Link } from 'wouter';
import { useFormats } from '../../../text/formats.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Banner } from '../../../ui/banner.tsx';
import { Snippets } from '../../../ui/snippets.tsx';
import { snippetKinds, writeSnippet } from './snippets.ts';
import { installTexts } from './texts.ts';

/** The snippet to paste, and the sites that may show the form. */
export function InstallTab({ form }: { form: FormInterface }) {
  const say = useTexts(installTexts);
  const formats = useFormats();
  const { id, status, allowed_origins: sites } = form;
  return (
    <>
      {status === 'paused' ? <Banner tone="wait">{say('paused')}</Banner> : null}
      <Snippets
        reference="forms#embed-it"
        snippets={snippetKinds.map((kind) => ({
          kind,
          help: say(`${kind}Help`),
          text: writeSnippet(kind, location.origin, form),
        }))}
      >
        <p class="help">
          {sites.length === 0 ? say('anySite') : say('onlySites', { count: sites.length, sites: formats.list(sites) })}{' '}
          <Link href={`/forms/${id}/settings`}>{say('chooseSites')}</Link>
        </p>
      </Snippets>
    </>
  );
}
