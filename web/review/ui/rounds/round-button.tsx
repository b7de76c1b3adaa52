import type { ComponentProps } from 'react';
import { QuietButton } from '../../../shell/button.tsx';
import { commandTitles } from '../../../shell/texts/command-texts.ts';
import { commandOf, useKeyTitle, usePage } from '../page.ts';
import './rounds.css';

interface RoundButtonProps extends Pick<
  ComponentProps<typeof QuietButton>,
  'aria-pressed' | 'aria-expanded'
> {
  readonly id: 'round.changes' | 'round.details' | 'round.only-new';
  readonly text: string;
}

/** A button for a command about the last round. */
export const RoundButton = ({ id, text, ...states }: RoundButtonProps) => {
  const page = usePage();
  const command = commandOf(page, id);
  const title = useKeyTitle(commandTitles()[id], id);
  return (
    <QuietButton title={title} onClick={() => command?.run(page)} {...states}>
      {text}
    </QuietButton>
  );
};
