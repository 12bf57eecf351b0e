/** Requests of visitors about a person of the team; conversations implement the rules. */
export { askForPerson, leaveEmail, rateConversation, typeAsVisitor } from '../conversations/index.ts';
