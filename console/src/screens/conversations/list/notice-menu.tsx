import { Bell, BellRing } from 'lucide-react';
import { useState } from 'preact/hooks';
import { canNotify, readNoticeChoice, writeNoticeChoice } from '../../../app/notice-choice.ts';
import { playChime } from '../../../app/play-chime.ts';
import { useTexts } from '../../../text/use-texts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Menu, MenuSwitch } from '../../../ui/menu.tsx';
import { useToaster } from '../../../ui/toaster.tsx';
import { conversationTexts } from '../texts.ts';

/**
 * How this browser notifies about a waiting visitor. The browser's permission is requested only when a member turns
 * notifications on.
 */
export function NoticeMenu() {
  const say = useTexts(conversationTexts);
  const toaster = useToaster();
  const [choice, setChoice] = useState(readNoticeChoice);
  const choose = (next: typeof choice) => {
    writeNoticeChoice(next);
    setChoice(next);
  };
  const toggleDesktop = async () => {
    if (choice.desktop) {
      choose({ ...choice, desktop: false });
      return;
    }
    if ((await Notification.requestPermission()) === 'granted') choose({ ...choice, desktop: true });
    else toaster.failed(say('noticesRefused'));
  };
  const toggleSound = () => {
    if (!choice.sound) playChime();
    choose({ ...choice, sound: !choice.sound });
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
