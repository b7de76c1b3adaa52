import { describe, expect, it } from 'vitest';
import { safeJson } from '../../../cli/output/json-text.ts';

describe('JSON for a terminal', () => {
  it('has every control character escaped and the same meaning', () => {
    const value = Array.from({ length: 0x20_80 }, (_, code) => String.fromCharCode(code)).join('');
    const text = safeJson(JSON.stringify({ [value]: value }));
    expect(text).toMatch(
      /^[ -~\u00a0-\u061b\u061d-\u200d\u2010-\u2027\u202f-\u2065\u206a-\u207f]*$/u,
    );
    expect(JSON.parse(text)).toEqual({ [value]: value });
  });
});
