import type { PublicForm } from '@portico/shared-types';
import type { FormInterfaceRow } from './form-interfaces.sql.ts';

/** The data that a visitor's browser needs to render the form (docs/reference/public-forms.md#endpoints). */
export function presentForm(row: FormInterfaceRow): PublicForm {
  const { settings } = row;
  return {
    slug: row.slug,
    targetType: row.target_type,
    workflowId: row.workflow_id,
    agentId: row.agent_id,
    title: settings.title,
    description: settings.description,
    cover: settings.cover,
    inputLabel: settings.input_label,
    inputPlaceholder: settings.input_placeholder,
    allowFileUpload: settings.allow_file_upload,
    fileUploadLabel: settings.file_upload_label,
    maxFiles: settings.max_files,
    maxFileSizeMb: settings.max_file_size_mb,
    allowedFileTypes: settings.allowed_file_types,
    allowUrlInput: settings.allow_url_input,
    urlInputLabel: settings.url_input_label,
    outputLabel: settings.output_label,
    showCopyButton: settings.show_copy_button,
    showDownloadButton: settings.show_download_button,
    allowOutputEdit: settings.allow_output_edit,
    submitButtonText: settings.submit_button_text,
    submitLoadingText: settings.submit_loading_text,
    successMessage: settings.success_message,
    fields: settings.fields.map(({ name, label, type, required, format, options, show_if: showIf }) => ({
      name,
      label,
      type,
      required,
      ...(format === undefined ? {} : { format }),
      ...(options === undefined ? {} : { options }),
      ...(showIf === undefined ? {} : { showIf }),
    })),
  };
}
