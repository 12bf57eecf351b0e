import type { Texts } from '../../text/texts.ts';

export const inputTexts = {
  yes: ['Yes', 'Ja', 'نعم'],
  no: ['No', 'Nein', 'لا'],
  notSet: ['Not set', 'Nicht gesetzt', 'غير محدد'],
  noInputs: [
    'This workflow has no inputs. You can pass some as JSON anyway.',
    'Dieser Ablauf hat keine Eingaben. Du kannst trotzdem welche als JSON mitgeben.',
    'لا مدخلات لسير العمل هذا. يمكنك مع ذلك تمرير مدخلات بصيغة JSON.',
  ],
  usedInputs: [
    'This workflow does not declare its inputs, but uses {names}. Pass them as JSON.',
    'Dieser Ablauf legt seine Eingaben nicht fest, verwendet aber {names}. Gib sie als JSON mit.',
    'لا يحدد سير العمل هذا مدخلاته، لكنه يستخدم {names}. مرّرها بصيغة JSON.',
  ],
  inputsJson: ['Inputs (JSON)', 'Eingaben (JSON)', 'المدخلات (JSON)'],
} satisfies Texts;
