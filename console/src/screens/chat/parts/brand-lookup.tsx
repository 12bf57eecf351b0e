import { Wand } from 'lucide-react';
import { useState } from 'preact/hooks';
import { useFormContext } from 'react-hook-form';
import { useBrandLookup } from '../../../data/chat-interfaces.ts';
import { useDraft } from '../../../form/draft-context.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { Button } from '../../../ui/button.tsx';
import { useErrorText } from '../../../ui/error-text.ts';
import { Field, TextInput } from '../../../ui/field.tsx';
import { lookTexts } from './look-texts.ts';

/** Reads colour, logo and icon from the owner's site. They become part of the draft and can be changed or discarded. */
export function BrandLookup() {
  const say = useTexts(lookTexts);
  const explain = useErrorText();
  const form = useFormContext();
  const { readOnly } = useDraft();
  const lookup = useBrandLookup();
  const [url, setUrl] = useState('');
  const take = async () => {
    if (url.trim() === '') return;
    const brand = await lookup.mutateAsync(url.trim()).catch(() => null);
    if (brand === null) return;
    const found = { primary_color: brand.primary_color, logo_url: brand.logo_url, icon_url: brand.icon_url };
    for (const [name, value] of Object.entries(found)) {
      if (value !== null) form.setValue(`branding.${name}`, value, { shouldDirty: true });
    }
  };
  const brand = lookup.data;
  const isNothing = brand?.primary_color === null && brand.logo_url === null && brand.icon_url === null;
  return (
    <Field
      label={say('lookup')}
      help={isNothing ? say('lookupNothing') : say('lookupHelp')}
      error={lookup.error === null ? undefined : explain(lookup.error)}
    >
      {(links) => (
        <div class="list-row">
          <TextInput
            {...links}
            type="url"
            dir="ltr"
            placeholder="example.com"
            value={url}
            disabled={readOnly}
            onValue={setUrl}
            onKeyDown={(event) => {
              if (event.key !== 'Enter') return;
              event.preventDefault();
              void take();
            }}
          />
          <Button icon={Wand} busy={lookup.isPending} disabled={readOnly} onClick={() => void take()}>
            {say('lookupAction')}
          </Button>
        </div>
      )}
    </Field>
  );
}
