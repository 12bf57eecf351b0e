/** What visitors do about a person of the team; the conversations decide. */
export { askForPerson, leaveEmail, rateConversation, typeAsVisitor } from '../conversations/index.ts';
