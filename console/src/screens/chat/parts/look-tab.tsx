import { AreaField, NumberField, SelectField, TextField } from '../../../form/fields.tsx';
import { ColourField } from '../../../form/colour-field.tsx';
import { MoreSettings, Section } from '../../../form/section.tsx';
import { useField } from '../../../form/use-field.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { BrandLookup } from './brand-lookup.tsx';
import { lookTexts } from './look-texts.ts';

export function LookTab() {
  const say = useTexts(lookTexts);
  return (
    <>
      <Section title={say('brand')} help={say('brandHelp')} reference="reference/chat-interfaces#branding">
        <BrandLookup />
        <ColourField name="branding.primary_color" label={say('primary')} help={say('primaryHelp')} />
        <TextField name="branding.logo_url" label={say('logo')} help={say('logoHelp')} type="url" nullable code />
        <TextField name="branding.icon_url" label={say('icon')} help={say('iconHelp')} type="url" nullable code />
        <CoverFields />
      </Section>
      <Section title={say('shape')} help={say('shapeHelp')} reference="reference/chat-interfaces#branding">
        <div class="row-of-fields">
          <SelectField
            name="branding.theme"
            label={say('theme')}
            options={[
              { value: 'auto', label: say('themeAuto') },
              { value: 'light', label: say('themeLight') },
              { value: 'dark', label: say('themeDark') },
            ]}
          />
          <SelectField
            name="branding.position"
            label={say('position')}
            options={[
              { value: 'right', label: say('right') },
              { value: 'left', label: say('left') },
            ]}
          />
          <NumberField name="branding.border_radius" label={say('radius')} min={0} max={64} unit="px" />
        </div>
        <MoreSettings>
          <div class="row-of-fields">
            <ColourField name="branding.background_color" label={say('background')} nullable />
            <ColourField name="branding.text_color" label={say('textColour')} nullable />
          </div>
          <TextField name="branding.font_family" label={say('font')} help={say('fontHelp')} nullable code />
          <NumberField name="branding.z_index" label={say('zIndex')} help={say('zIndexHelp')} min={0} />
        </MoreSettings>
      </Section>
    </>
  );
}

/** The background of the chat's header. Its value has a different meaning for each kind. */
function CoverFields() {
  const say = useTexts(lookTexts);
  const type = useField('branding.cover.type').value;
  return (
    <>
      <SelectField
        name="branding.cover.type"
        label={say('cover')}
        options={[
          { value: 'none', label: say('coverNone') },
          { value: 'color', label: say('coverColour') },
          { value: 'gradient', label: say('coverGradient') },
          { value: 'image', label: say('coverImage') },
        ]}
      />
      {type === 'color' ? <ColourField name="branding.cover.value" label={say('coverColour')} nullable /> : null}
      {type === 'image' ? (
        <TextField name="branding.cover.value" label={say('coverImage')} type="url" nullable code />
      ) : null}
      {type === 'gradient' ? (
        <AreaField
          name="branding.cover.value"
          label={say('coverGradient')}
          placeholder="linear-gradient(120deg, #3b4cca, #0b6e4f)"
          rows={2}
          nullable
          code
        />
      ) : null}
    </>
  );
}
