import { Bell, BellRing } from 'lucide-react';
import { useEffect, useState } from 'preact/hooks';
import {
  canNotify,
  onNoticeChoice,
  readNoticeChoice,
  showNotice,
  writeNoticeChoice,
} from '../../../app/notice-choice.ts';
import { noticeTexts } from '../../../app/notice-texts.ts';
import { playChime } from '../../../app/play-chime.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuSwitch } from '../../../ui/menu.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { conversationTexts } from '../texts.ts';

/**
 * How this browser notifies about a waiting visitor. The browser's permission is requested only when a member turns
 * notifications on, and whether the browser can show them is tried.
 */
export function NoticeMenu() {
  const say = useTexts(conversationTexts);
  const sayNotice = useTexts(noticeTexts);
  const toaster = useToaster();
  const [choice, setChoice] = useState(readNoticeChoice);
  // It is also turned off if a notice can't be shown.
  useEffect(() => onNoticeChoice(setChoice), []);
  const toggleDesktop = async () => {
    if (choice.desktop) {
      writeNoticeChoice({ ...choice, desktop: false });
      return;
    }
    const permission = await Notification.requestPermission();
    // The first one shows what they look like. Without permission nothing is shown, but a browser that can't show any
    // says so: its settings wouldn't help.
    if (showNotice(sayNotice('areOn'), { body: '' }) === undefined) toaster.failed(sayNotice('cannotShow'));
    else if (permission === 'granted') writeNoticeChoice({ ...readNoticeChoice(), desktop: true });
    else toaster.failed(say('noticesRefused'));
  };
  const toggleSound = () => {
    if (!choice.sound) playChime();
    writeNoticeChoice({ ...choice, sound: !choice.sound });
  };
  const isOn = choice.desktop || choice.sound;
  return (
    <Menu trigger={<IconButton label={say('notices')} icon={isOn ? BellRing : Bell} />}>
      {canNotify() ? (
        <MenuSwitch checked={choice.desktop} onSelect={() => void toggleDesktop()}>
          {say('noticesOn')}
        </MenuSwitch>
      ) : null}
      <MenuSwitch checked={choice.sound} onSelect={toggleSound}>
        {say('soundOn')}
      </MenuSwitch>
    </Menu>
  );
}
