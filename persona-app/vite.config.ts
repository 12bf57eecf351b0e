import { defineConfig } from 'vite';
import { prepareMarked } from '../browser-kit/vite.marked.ts';
import { configurePage } from '../browser-kit/vite.page.ts';

export default defineConfig(
  configurePage({
    root: import.meta.dirname,
    mount: '/assets/persona/',
    plugins: [prepareMarked({ hasPauses: false })],
  }),
);
