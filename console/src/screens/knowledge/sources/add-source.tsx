import { useFormContext } from 'react-hook-form';
import { useCreateSource } from '../../../data/sources.ts';
import { DialogForm } from '../../../form/dialog-form.tsx';
import { AreaField, NumberField, SelectField, SwitchField, TextField } from '../../../form/fields.tsx';
import { ListField } from '../../../form/list-field.tsx';
import { MoreSettings } from '../../../form/section.tsx';
import { useTexts } from '../../../text/use-texts.ts';
import { useOpenCreated } from '../../../ui/use-list-state.ts';
import { RefreshField } from './refresh-field.tsx';
import { sourceTexts } from './texts.ts';

const kinds = ['website', 'sitemap', 'urls'] as const;
const noPaths: string[] = [];

/** Adds a source and opens it, so that its first run is visible. */
export function AddSource({ baseId, onClose }: { baseId: string; onClose: () => void }) {
  const say = useTexts(sourceTexts);
  const openCreated = useOpenCreated();
  const create = useCreateSource(baseId);
  return (
    <DialogForm
      wide
      title={say('addTitle')}
      action={say('addAction')}
      defaults={{
        type: 'website',
        url: '',
        urls: '',
        refresh: 'weekly',
        max_pages: 500,
        max_depth: 5,
        include: noPaths,
        exclude: noPaths,
        respect_robots: true,
      }}
      onClose={onClose}
      onSubmit={async ({ type, url, urls, include, exclude, ...rest }) => {
        const kind = kinds.find((each) => each === type) ?? 'website';
        const { id } = await create.mutateAsync({
          ...rest,
          type: kind,
          ...(kind === 'urls' ? { urls: urls.split(/\s+/).filter(Boolean).map(toAddress) } : { url: toAddress(url) }),
          include: include.filter((path) => path.trim() !== ''),
          exclude: exclude.filter((path) => path.trim() !== ''),
        });
        openCreated(`/knowledge/${baseId}/sources/${id}`);
      }}
    >
      <SourceFields />
    </DialogForm>
  );
}

function SourceFields() {
  const say = useTexts(sourceTexts);
  const { watch } = useFormContext();
  const chosen: unknown = watch('type');
  const kind = kinds.find((each) => each === chosen) ?? 'website';
  return (
    <>
      {kind === 'urls' ? (
        <AreaField name="urls" label={say('addresses')} rows={4} code placeholder="https://example.com/help" />
      ) : (
        <TextField
          name="url"
          label={say('address')}
          code
          required
          placeholder={kind === 'sitemap' ? 'https://example.com/sitemap.xml' : 'https://example.com'}
        />
      )}
      <SelectField
        name="type"
        label={say('kind')}
        help={say(`${kind}Help`)}
        options={kinds.map((value) => ({ value, label: say(value) }))}
      />
      <RefreshField />
      <MoreSettings>
        <div class="row-of-fields">
          <NumberField name="max_pages" label={say('maxPages')} min={1} max={10_000} />
          {kind === 'website' ? <NumberField name="max_depth" label={say('maxDepth')} min={0} max={100} /> : null}
        </div>
        <ListField name="include" label={say('include')} help={say('includeHelp')} placeholder="/guide/**" code />
        <ListField name="exclude" label={say('exclude')} placeholder="/blog/**" code />
        <SwitchField name="respect_robots" label={say('robots')} help={say('robotsHelp')} />
      </MoreSettings>
    </>
  );
}

function toAddress(typed: string): string {
  const address = typed.trim();
  return address === '' || /^https?:\/\//i.test(address) ? address : `https://${address}`;
}
