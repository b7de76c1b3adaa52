import {
  diffRows,
  librarySide,
  linesIn,
  reviewSide,
  rowIndexOf,
  shownPlace,
  type DiffPlace,
} from './diff-rows.ts';
import type { LineHit } from '../../../store/search-slice.ts';
import type { FileFinder } from '../threads/group-annotations.ts';
import type { SelectedPart } from '../../../ui/page.ts';
import type { DiffViewer } from './diff-viewer.ts';
import type { LineRange } from '../threads/fold-threads.ts';
import { showAnnotation } from './in-view.ts';
import { firstFrom, nextStop, annotationStop, type Stop } from './stops.ts';
import { watchReader } from './reading-position.ts';

/** A line or range, or an annotation on it. */
interface LineTarget extends DiffPlace {
  readonly filePath: string;
  readonly lineEnd?: number;
  readonly annotationId?: string;
}

/** Navigates to files, lines and changes. */
export class DiffNavigation {
  readonly #root: HTMLElement;
  readonly #viewer: DiffViewer;
  readonly #find: FileFinder;
  /** The target of the last navigation; undefined once the user has scrolled. */
  #stop: Stop | undefined;
  /** Whether the target is kept in place while the layout is still shifting. */
  #isHeld = false;
  readonly #endWatch: () => void;
  readonly #endOnPatch: () => void;

  constructor(root: HTMLElement, viewer: DiffViewer, find: FileFinder) {
    this.#root = root;
    this.#viewer = viewer;
    this.#find = find;
    this.#endWatch = watchReader(root, {
      onScroll: () => {
        this.#stop = undefined;
        this.#viewer.position.lead(undefined);
      },
      onStep: () => {
        this.#isHeld = false;
      },
    });
    // A patch has other line positions than the estimate: scroll to the target again.
    this.#endOnPatch = viewer.patches.listen((id) => {
      if (this.#isHeld && this.#stop?.fileId === id) this.#lead(this.#stop);
    });
    // An image gets its height on load, which does not bubble.
    root.addEventListener('load', this.#onImage, { capture: true });
  }

  dispose(): void {
    this.#root.removeEventListener('load', this.#onImage, { capture: true });
    this.#endOnPatch();
    this.#endWatch();
  }

  /** The reading position. */
  get place(): Stop {
    return this.#stop ?? this.#top();
  }

  /** Restores a position of another viewer of the same files. */
  returnTo(stop: Stop): void {
    if (this.#viewer.fileIds.includes(stop.fileId)) this.#lead(stop);
  }

  /** Lines that are selected in another file would be taken for the current ones. */
  scrollToFile(fileId: string): void {
    this.#viewer.selection.clear();
    this.#lead({ fileId });
  }

  scrollToLine({ filePath, side, line, lineEnd = line, annotationId }: LineTarget): void {
    const file = this.#find({ filePath, side, lineStart: line, lineEnd: line });
    if (file === undefined) return;
    this.#viewer.show(file.id);
    this.#viewer.unfold(file.id, { side, line });
    this.#openFolds(file.id, { side, line });
    this.#lead(
      annotationStop(this.#viewer.state(file.id), annotationId) ?? {
        fileId: file.id,
        place: { side, line },
      },
    );
    this.#highlight(file.id, { side, start: line, end: lineEnd });
  }

  goToFile(step: 1 | -1): void {
    const { fileIds } = this.#viewer;
    const at = fileIds.indexOf(this.#stop?.fileId ?? this.#viewer.position.currentFile ?? '');
    const fileId = fileIds[Math.max(0, Math.min(fileIds.length - 1, at + step))];
    if (fileId !== undefined) this.scrollToFile(fileId);
  }

  goToChange(step: 1 | -1): void {
    const { fileIds } = this.#viewer;
    const from = this.#stop ?? this.#top();
    for (let at = fileIds.indexOf(from.fileId); at >= 0 && at < fileIds.length; at += step) {
      const fileId = fileIds[at] ?? '';
      const state = this.#viewer.state(fileId);
      if (state === undefined) continue;
      const stop = nextStop(state, { step, from: fileId === from.fileId ? from : undefined });
      if (stop !== undefined) {
        this.#lead(stop);
        if (stop.place === undefined) this.#viewer.selection.clear();
        else this.#highlight(fileId, lineRange(stop.place));
        // Arrow keys continue from here.
        this.#root.focus({ preventScroll: true });
        return;
      }
    }
  }

  /** Of lines in diff order, the index of the first that is not above the reading position. */
  firstFromHere(lines: readonly LineHit[]): number {
    const { place } = this;
    const state = this.#viewer.state(place.fileId);
    return firstFrom(place, lines, { fileIds: this.#viewer.fileIds, state });
  }

  /** Starts a comment on the selected lines, or on the current file. */
  comment(): void {
    const { selection } = this.#viewer;
    const selected = selection.take();
    const fileId = selected?.id ?? this.#fileId();
    if (fileId !== undefined) selection.startComment(fileId, selected?.range);
  }

  /** The selected lines, or the current file. */
  selected(): SelectedPart | undefined {
    const { selected } = this.#viewer.selection;
    const fileId = selected?.id ?? this.#fileId();
    if (fileId === undefined) return undefined;
    const model = this.#viewer.state(fileId)?.model;
    const lines =
      selected === null || model?.kind !== 'code' ? [] : linesIn(model.diff, selected.range);
    const isCursor =
      selected !== null &&
      selected === this.#viewer.codeView.getSelectedLines() &&
      selected.range.start === selected.range.end;
    return { fileId, lines, isCursor };
  }

  /** Toggles whether the current file is viewed; with `andNext`, marks it and goes to the next one that is not. */
  markViewed(andNext: boolean): void {
    const fileId = this.#fileId();
    if (fileId === undefined) return;
    const isViewed = this.#viewer.state(fileId)?.isViewed === true;
    if (!andNext || !isViewed) this.#viewer.setViewed(fileId, andNext || !isViewed);
    if (!andNext) return;
    const { fileIds } = this.#viewer;
    const at = fileIds.indexOf(fileId);
    const next = [...fileIds.slice(at + 1), ...fileIds.slice(0, at)].find(
      (id) => this.#viewer.state(id)?.isViewed === false,
    );
    this.#viewer.selection.clear();
    if (next !== undefined) this.scrollToFile(next);
  }

  /** Shows the whole current file or only its changes. */
  toggleWhole(): void {
    const state = this.#viewer.state(this.#fileId() ?? '');
    if (state?.canExpand === true)
      void this.#viewer.setWhole(state.file.id, state.context === undefined);
  }

  readonly #onImage = (): void => {
    const stop = this.#stop;
    const again = () => {
      if (this.#isHeld && stop !== undefined && this.#stop === stop) this.#lead(stop);
    };
    // The view measures the height in the next frame.
    requestAnimationFrame(() => requestAnimationFrame(again));
  };

  #fileId(): string | undefined {
    const selected = this.#viewer.codeView.getSelectedLines();
    return selected?.id ?? this.#stop?.fileId ?? this.#viewer.position.currentFile;
  }

  #highlight(fileId: string, { side, start, end }: LineRange): void {
    const shown = this.#viewer.state(fileId);
    const isShown = (line: number) =>
      shown !== undefined && rowIndexOf(diffRows(shown.model.diff), { side, line }) >= 0;
    const last = isShown(end) ? end : start;
    this.#viewer.selection.highlight(fileId, { start, end: last, side: librarySide(side) });
  }

  /** Unfolds the findings of the target line. */
  #openFolds(fileId: string, { side, line }: DiffPlace): void {
    for (const { key, findings } of this.#viewer.state(fileId)?.threads.values() ?? [])
      if (findings.some((finding) => finding.lineStart === line && finding.side === side))
        this.#viewer.setFold(fileId, key, true);
  }

  #lead(stop: Stop): void {
    const { codeView } = this.#viewer;
    const { fileId, place } = stop;
    this.#viewer.patches.prioritise([fileId]);
    this.#viewer.position.lead(fileId);
    const state = this.#viewer.state(fileId);
    const shown =
      place === undefined || state === undefined || state.isCollapsed
        ? undefined
        : shownPlace(diffRows(state.model.diff), place);
    if (shown !== undefined)
      codeView.scrollTo({
        type: 'line',
        id: fileId,
        lineNumber: shown.line,
        side: librarySide(shown.side),
        align: 'center',
      });
    else codeView.scrollTo({ type: 'item', id: fileId, align: 'start' });
    this.#stop = stop;
    this.#isHeld = true;
    if (stop.annotationId !== undefined)
      showAnnotation(this.#root, stop.annotationId, () => this.#isHeld && this.#stop === stop);
  }

  /** The first visible line. */
  #top(): Stop {
    const fileId = this.#viewer.position.currentFile ?? this.#viewer.fileIds[0] ?? '';
    const rendered = this.#viewer.codeView.getRenderedItems().find(({ id }) => id === fileId);
    const offset = this.#viewer.position.offsetIn(fileId);
    const anchor =
      rendered?.type === 'diff' && offset > 0
        ? rendered.instance.getNumericScrollAnchor(offset)
        : undefined;
    return anchor === undefined
      ? { fileId }
      : { fileId, place: { side: reviewSide(anchor.side), line: anchor.lineNumber } };
  }
}

const lineRange = ({ side, line }: DiffPlace): LineRange => ({ side, start: line, end: line });
