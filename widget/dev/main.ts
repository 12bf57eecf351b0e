import { createChatDouble } from './chat-double.ts';
import { createHostSite } from './host-page.ts';

/*
 * `npm run dev`: the double of the chat server and a site of another origin that embeds the output of `vite build`.
 * Faults are set with `curl -d '{"limitSeconds": 10}' http://127.0.0.1:5180/__faults`.
 */
const port = Number(process.env['PORT'] ?? 5180);
const origin = `http://127.0.0.1:${port}`;

createChatDouble().listen(port, '127.0.0.1');
createHostSite(origin).listen(port + 1, '127.0.0.1');
process.stdout.write(
  `The page with the widget: http://localhost:${port + 1}\nThe full-page chat: ${origin}/chat/demo\n`,
);
