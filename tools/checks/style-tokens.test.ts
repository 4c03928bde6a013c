import { expect, test } from 'vitest'
import { findStyleFaults, readTokens } from './style-tokens.ts'

const tokens = readTokens(`:root {
  /* --talus-space-9: 36px; */
  --talus-text: #17212b;
  --talus-font-size-sm: 13px;
  --talus-font-weight-medium: 500;
  --talus-radius-md: 8px;
  --talus-space-2: 8px;
  --talus-layer-toasts: 500;
}
.dark { --talus-text: #e4eaf0; }`)
const check = (text: string) => findStyleFaults({ path: 'a.module.css', text }, tokens)

test('tokens are read with their first value, and not from comments', () => {
  expect(tokens.get('--talus-text')).toBe('#17212b')
  expect(tokens.has('--talus-space-9')).toBe(false)
})

test('a literal size that has a token is reported with the token', () => {
  expect(check('.a {\n  font-size: 13px;\n}')).toEqual([
    'a.module.css:2: font-size: 13px: write var(--talus-font-size-sm)',
  ])
  expect(check('.a { font-weight: 500; z-index: 500; }')).toHaveLength(2)
  expect(check('.a { border-radius: 0 0 8px; }')).toHaveLength(1)
  expect(check('.a { padding: 0 8px; margin-top: -8px; row-gap: 8px }')).toHaveLength(3)
  expect(check('.a { padding-inline: clamp(8px, 4vw, 64px); }')).toHaveLength(1)
})

test('tokens, values between the steps and other properties are accepted', () => {
  expect(check('.a { gap: var(--talus-space-2) 3px; font-size: 26px; top: 8px; }')).toEqual([])
  expect(check('.a { margin: calc(-1 * var(--talus-space-2)) 18px; }')).toEqual([])
  expect(check('.a { /* gap: 8px; */ padding: 2mm; }')).toEqual([])
})

test('a token that does not exist is reported', () => {
  expect(check('.a {\n\n  gap: var(--talus-space-7);\n}')).toEqual([
    'a.module.css:3: --talus-space-7 is not in apps/web/src/ui/theme/tokens.css',
  ])
})
