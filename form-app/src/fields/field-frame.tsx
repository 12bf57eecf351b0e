import type { ComponentChildren } from 'preact';
import { useTexts } from '../text/texts-context.ts';
import { Icon } from '../ui/icon.tsx';
import { fieldId } from './field-id.ts';

export interface FieldFrameProps {
  field: string;
  label: string;
  isRequired?: boolean;
  error: string | null;
  /** A group of controls (checkboxes, files) has a legend instead of a label. */
  isGroup?: boolean;
  children: ComponentChildren;
}

/** A field's label above it and its error below it. */
export function FieldFrame({ field, label, isRequired = false, error, isGroup = false, children }: FieldFrameProps) {
  const id = fieldId(field);
  const name = (
    <>
      <bdi dir="auto">{label}</bdi>
      {isRequired && <RequiredMark />}
    </>
  );
  const className = error === null ? 'field' : 'field field-invalid';
  const complaint = <FieldError id={`${id}-error`} text={error} />;
  if (isGroup) {
    return (
      <div class={className} role="group" aria-labelledby={`${id}-label`} aria-describedby={describedBy(id, error)}>
        <div class="label" id={`${id}-label`}>
          {name}
        </div>
        {children}
        {complaint}
      </div>
    );
  }
  return (
    <div class={className}>
      <label class="label" for={id}>
        {name}
      </label>
      {children}
      {complaint}
    </div>
  );
}

export function RequiredMark() {
  const texts = useTexts();
  return (
    <>
      <span class="required" aria-hidden="true">
        *
      </span>
      <span class="visually-hidden"> ({texts.say('required')})</span>
    </>
  );
}

export function FieldError({ id, text }: { id: string; text: string | null }) {
  if (text === null) return null;
  return (
    <p class="error" id={id}>
      <Icon name="alert" />
      <bdi dir="auto">{text}</bdi>
    </p>
  );
}

/** The id of a field's error if there is one. */
export function describedBy(id: string, error: string | null): string | undefined {
  return error === null ? undefined : `${id}-error`;
}
