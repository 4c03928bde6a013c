import { expect, test } from 'vitest'
import lock from '../../../../../../package-lock.json' with { type: 'json' }

/** GHSA-c8x8-7fp4-3x9w: pasted HTML could run a script before 1.42.3. */
test('prosemirror-view is a version without the fault of pasted HTML', () => {
  const { version } = lock.packages['node_modules/prosemirror-view']
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number)
  expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(1_042_003)
})
