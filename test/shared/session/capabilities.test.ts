import { describe, expect, it } from 'vitest';
import {
  capabilitiesOf,
  endedCapabilities,
  providerCapabilities,
  type Capability,
} from '../../../shared/session/capabilities.ts';
import { endedPaths } from '../../../shared/session/ended-routes.ts';
import { modeSchema, type Mode } from '../../../shared/session/mode.ts';
import type { RoutePath } from '../../../shared/session/route.ts';
import { sessionPaths, type SessionRouteId } from '../../../shared/session/session-paths.ts';

/** The routes that a capability is nothing without. */
const routes: Readonly<Record<Capability, readonly SessionRouteId[]>> = {
  context: ['getDiffLines'],
  sides: ['getDiffSide', 'getDiffImage'],
  whitespace: ['getDiff'],
  refresh: ['refresh'],
  search: [],
  scopes: ['getScopes', 'chooseScope'],
  staging: ['stageChange', 'applySuggestions', 'undoProjectChange', 'listProjectChanges'],
  saving: ['saveSource'],
  editing: ['getSource', 'previewSource'],
  commits: ['getCommits'],
  structure: ['getDiffStructure'],
  files: ['getFiles', 'getFile'],
  navigation: ['getReferences', 'getDefinition', 'getSymbols'],
  documents: ['getDocuments'],
  notes: ['saveNote'],
  document: ['getPlan', 'getSource'],
  changes: ['getDiff', 'getFilePatch'],
  approve: ['approve'],
  deny: ['deny'],
  feedback: ['sendFeedback'],
  close: ['exit'],
  undo: ['undoDecision', 'releaseDecision'],
  comments: [],
  suggestions: [],
  triage: [],
  drafts: ['getDraft', 'saveDraft', 'deleteDraft'],
  uploads: ['addUpload', 'getUpload', 'deleteUpload'],
  viewed: ['getViewed', 'changeViewed'],
  colours: ['getDiffColours'],
  rounds: ['getRounds', 'getInterdiff', 'settleComment'],
  links: ['checkLinks', 'getLinkedFile'],
  sharing: ['shareReview', 'importComments'],
  versions: ['getVersions', 'getVersion', 'compareVersions'],
  settings: ['changeConfig'],
  skills: ['getSkills'],
  events: ['streamEvents', 'streamUnseen'],
};

const isOf =
  (mode: Mode) =>
  ({ modes }: RoutePath): boolean =>
    modes === undefined || modes.includes(mode);

const idsOf = (paths: readonly RoutePath[], mode: Mode) =>
  paths.filter(isOf(mode)).map(({ id }) => id);

/** Of documents the page searches by itself, and only changes have differences of their files. */
const neededBy = (capability: Capability, mode: Mode): readonly SessionRouteId[] => {
  if (capability === 'rounds')
    return mode === 'review' ? ['getRounds', 'getInterdiff'] : ['getRounds', 'settleComment'];
  return capability === 'search' && mode === 'review' ? ['searchDiff'] : routes[capability];
};

describe.each(modeSchema.options)('what a session of mode %s can do', (mode) => {
  const ofText = new Set<string>(['refresh', 'saving', 'documents', 'notes']);
  const provided = providerCapabilities.filter((one) =>
    mode === 'review' ? !['saving', 'documents', 'notes'].includes(one) : ofText.has(one),
  );

  it('are things that it has routes for', () => {
    const there = idsOf(sessionPaths, mode);
    for (const capability of capabilitiesOf(mode, provided))
      expect(there).toEqual(expect.arrayContaining([...neededBy(capability, mode)]));
  });

  it('is what the answers of its ended review are enough for', () => {
    const there = idsOf(endedPaths, mode);
    for (const capability of endedCapabilities(mode))
      expect(there).toEqual(expect.arrayContaining([...neededBy(capability, mode)]));
  });

  it('lacks what its provider does not give', () => {
    const lacking = capabilitiesOf(mode, []);
    for (const capability of ['context', 'sides', 'whitespace', 'refresh'] as const)
      expect(lacking).not.toContain(capability);
  });

  it('is named once each', () => {
    const all = capabilitiesOf(mode, providerCapabilities);
    expect(new Set(all).size).toBe(all.length);
  });
});
