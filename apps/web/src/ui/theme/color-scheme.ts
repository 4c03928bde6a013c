import { localStorageColorSchemeManager } from '@mantine/core'

/** boot/scheme.js reads the same key before the first paint. */
export const colorSchemeManager = localStorageColorSchemeManager({ key: 'scheme' })
export const colorSchemes = ['light', 'dark', 'auto'] as const
