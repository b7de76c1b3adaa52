import type { Dialog } from '../store/panel-slice.ts';
import { lazyPart } from '../ui/lazy-part.tsx';

const HelpDialog = lazyPart(
  () => import('./commands/help-dialog.tsx'),
  ({ HelpDialog }) => HelpDialog,
);
const SourceDialog = lazyPart(
  () => import('../features/document/source/source-dialog.tsx'),
  ({ SourceDialog }) => SourceDialog,
);

const VersionsDialog = lazyPart(
  () => import('../features/document/versions/versions-dialog.tsx'),
  ({ VersionsDialog }) => VersionsDialog,
);

const EditDialog = lazyPart(
  () => import('../features/document/edit/edit-dialog.tsx'),
  ({ EditDialog }) => EditDialog,
);

const NoteDialog = lazyPart(
  () => import('../features/document/note/note-dialog.tsx'),
  ({ NoteDialog }) => NoteDialog,
);

const ShareDialog = lazyPart(
  () => import('../features/document/share/share-dialog.tsx'),
  ({ ShareDialog }) => ShareDialog,
);

const ScopeDialog = lazyPart(
  () => import('../features/changes/scope/scope-dialog.tsx'),
  ({ ScopeDialog }) => ScopeDialog,
);

const SkillsDialog = lazyPart(
  () => import('../features/skills/skills-dialog.tsx'),
  ({ SkillsDialog }) => SkillsDialog,
);

const StagingDialog = lazyPart(
  () => import('../features/changes/staging/staging-dialog.tsx'),
  ({ StagingDialog }) => StagingDialog,
);

/** A dialog that is opened less often, loaded when it is. */
export const OtherDialog = ({ dialog }: { readonly dialog: Dialog }) => {
  switch (dialog) {
    case 'help':
      return <HelpDialog />;
    case 'source':
      return <SourceDialog />;
    case 'versions':
      return <VersionsDialog />;
    case 'edit':
      return <EditDialog />;
    case 'note':
      return <NoteDialog />;
    case 'share':
      return <ShareDialog />;
    case 'scope':
      return <ScopeDialog />;
    case 'skills':
      return <SkillsDialog />;
    case 'staging':
      return <StagingDialog />;
    default:
      // The changes show the others themselves.
      return null;
  }
};
