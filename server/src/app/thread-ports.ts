import { conversationPorts } from '../features/conversations/index.ts';
import { connectThreads } from '../features/threads/index.ts';

/** Joins threads to the conversations that teams see, which are kept with what happens in them. */
connectThreads(conversationPorts);
