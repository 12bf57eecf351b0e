/**
 * Media query of screens on which a bubble's panel covers everything: phones, portrait and landscape. Style sheets
 * can't import it; a test compares theirs with it.
 */
export const phoneScreen = '(max-width: 520px), (max-height: 460px)';

/** A screen with enough space beside a conversation; its page then lists the visitor's earlier ones. */
export const wideScreen = '(min-width: 80em)';
