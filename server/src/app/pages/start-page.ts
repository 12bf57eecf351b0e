import type { Express } from 'express';
import type { Platform } from '../../platform/platform.ts';
import { demoForm, demoChat } from '../demo/demo-content.ts';
import { sendPage } from './html-page.ts';

const template = new URL('../../../pages/start.html', import.meta.url);

/** The start page: the widget live, the form, the snippet to paste, a first call, the way to a real model. */
export function mountStartPage(app: Express, platform: Platform): void {
  app.get('/', async (_request, response) => {
    await sendPage(response, template, {
      values: {
        origin: platform.publicUrl,
        chat: demoChat.slug,
        form: demoForm.slug,
        model: platform.models.defaultModel,
        modelState: platform.models.builtin ? 'builtin' : 'connected',
      },
    });
  });
}
