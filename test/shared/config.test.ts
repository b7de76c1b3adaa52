import { expect, test } from 'vitest';
import { configSchema, defaultConfig, pageConfigPatchSchema } from '../../shared/config.ts';

test('an empty file gives the defaults', () => {
  expect(configSchema.parse({})).toEqual(defaultConfig);
  expect(defaultConfig).toMatchObject({
    theme: 'system',
    warmWorkers: 2,
    idleExitMinutes: 180,
    limits: { streams: 64 },
  });
});

test.each([{ nope: 1 }, { theme: 'pink' }, { warmWorkers: -1 }, { limits: { streams: 0 } }])(
  'refuses %j',
  (value) => {
    expect(configSchema.safeParse(value).success).toBe(false);
  },
);

test('a change adds no defaults, and null resets to the default', () => {
  expect(pageConfigPatchSchema.parse({})).toEqual({});
  expect(pageConfigPatchSchema.parse({ theme: null })).toEqual({ theme: null });
  expect(pageConfigPatchSchema.safeParse({ warmWorkers: 3 }).success).toBe(false);
});
