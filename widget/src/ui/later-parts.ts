export { MenuItems } from './menu-items.tsx';
export { HistoryView } from './history-view.tsx';
export { PreChat } from '../beginning/pre-chat.tsx';
export { CommentForm } from './comment-form.tsx';
export { FollowUps } from '../follow-ups/follow-ups.tsx';
export { Consent } from './consent.tsx';
export { Overlong } from './overlong.tsx';
export { SheetView } from './sheet.tsx';
export { default as styles } from '../styles/later.css?inline';
