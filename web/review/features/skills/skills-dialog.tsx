import { useRef } from 'react';
import type { Skill, SkillsAnswer } from '../../../../shared/session/skills.ts';
import { showHidden, spellHidden } from '../../../../shared/visible-text.ts';
import { Button } from '../../../shell/button.tsx';
import { DialogFrame } from '../../../shell/dialog-frame.tsx';
import type { SessionClient } from '../../protocol/session-client.ts';
import { usePage } from '../../ui/page.ts';
import { useLoaded } from '../../ui/use-loaded.ts';
import './skills.css';
import { skillsTexts } from '../../../shell/texts/skills-texts.ts';

/** The instructions for agents in the project and the home folder, as text: nothing of them is run or rendered. */
export const SkillsDialog = () => {
  const page = usePage();
  const close = useRef<HTMLButtonElement>(null);
  const dismiss = () => page.store.dispatch({ type: 'panel/dialog', dialog: undefined });
  const words = skillsTexts();
  return (
    <DialogFrame title={words.title} look="scope" initialFocus={close} onDismiss={dismiss}>
      <p className="dialog-note">{words.note}</p>
      <Skills known={useLoaded(loadSkills)} />
      <div className="dialog-actions">
        <Button ref={close} onClick={dismiss}>
          {words.close}
        </Button>
      </div>
    </DialogFrame>
  );
};

const loadSkills = (client: SessionClient, signal: AbortSignal) =>
  client.call('getSkills', { signal });

const Skills = ({ known }: { readonly known: SkillsAnswer | string | undefined }) => {
  const words = skillsTexts();
  if (known === undefined) return <p role="status">{words.loading}</p>;
  if (typeof known === 'string') return <p role="alert">{known}</p>;
  if (known.skills.length === 0) return <p role="status">{words.none}</p>;
  return (
    <div className="skills">
      {known.skills.map((skill) => (
        <SkillEntry key={skill.path} skill={skill} />
      ))}
      {known.more > 0 && <p className="dialog-note">{words.more(known.more)}</p>}
    </div>
  );
};

const SkillEntry = ({ skill }: { readonly skill: Skill }) => {
  const { name, description, path, content, isCut, notShown } = skill;
  const words = skillsTexts();
  return (
    <details className="skill">
      <summary>
        <span className="skill-name">{showHidden(name)}</span> <code>{showHidden(path)}</code>
        {description !== undefined && (
          <span className="skill-description">{showHidden(description)}</span>
        )}
      </summary>
      {notShown !== undefined && <p>{words.notShown[notShown]}</p>}
      {content !== undefined && <pre tabIndex={0}>{spellHidden(content)}</pre>}
      {isCut === true && <p className="dialog-note">{words.cut}</p>}
    </details>
  );
};
