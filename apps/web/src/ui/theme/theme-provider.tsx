import './mantine-styles.ts'
import '@fontsource-variable/inter/wght.css'
import './tokens.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStore } from '../../store.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { darkPageCount } from './dark-page.ts'
import { theme, resolveCssVariables } from './theme.ts'

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const isDark = useStore(darkPageCount) > 0
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={resolveCssVariables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="light"
      {...(isDark && { forceColorScheme: 'dark' })}
    >
      {children}
    </MantineProvider>
  )
}
