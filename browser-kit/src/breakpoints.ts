/**
 * Media query of screens on which a bubble's panel covers everything: phones, upright and sideways. Style sheets can't import
 * it; a test holds theirs equal.
 */
export const phoneScreen = '(max-width: 520px), (max-height: 460px)';
