import {
  canOf,
  capabilitiesOf,
  providerCapabilities,
  type Capability,
} from '../../shared/session/capabilities.ts';
import type { Mode } from '../../shared/session/mode.ts';
import { initialState, reduce, type State } from '../../web/review/store/state.ts';

/** The state of a page that has loaded a session without its content. It has all capabilities of its mode. */
export const stateOf = (
  mode: Mode,
  capabilities: readonly Capability[] = capabilitiesOf(mode, providerCapabilities),
): State =>
  reduce(initialState, {
    type: 'session/loaded',
    info: {
      id: '0123456789ab',
      mode,
      state: 'running',
      title: 'A review',
      project: 'galley',
      origin: 'cli',
      openedAt: '2026-01-01T00:00:00.000Z',
      release: '1.0.0',
      preparation: { state: 'ready' },
      capabilities,
      can: canOf(capabilities),
    },
  });
