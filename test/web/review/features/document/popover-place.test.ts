import { describe, expect, it } from 'vitest';
import { popoverPlace } from '../../../../../web/review/features/document/popover-place.ts';

const size = { width: 200, height: 80 };
const view = { width: 800, height: 600 };
const place = (top: number, bottom: number, right: number, isTouch = false) =>
  popoverPlace({ first: { top }, last: { bottom, right }, size, view, isTouch });

describe('the toolbar for selected text', () => {
  it('is below the text, or above if there is no room', () => {
    expect(place(100, 120, 400)).toEqual({ left: 300, top: 128 });
    expect(place(500, 590, 400)).toEqual({ left: 300, top: 412 });
  });

  it('stays clear of the handles of a touch screen', () => {
    expect(place(100, 120, 400, true).top).toBeGreaterThanOrEqual(160);
    expect(place(500, 590, 400, true).top + size.height).toBeLessThanOrEqual(460);
  });

  it('stays within the window', () => {
    expect(place(100, 120, 10).left).toBe(8);
    expect(place(100, 120, 799).left).toBe(592);
    expect(place(2, 599, 400)).toEqual({ left: 300, top: 8 });
    expect(place(-900, 1200, 400).top).toBe(8);
  });
});
