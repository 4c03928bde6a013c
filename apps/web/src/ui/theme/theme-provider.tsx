import './mantine-styles.ts'
import '@fontsource-variable/inter/wght.css'
import './tokens.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { useStore } from '../../store.ts'
import { colorSchemeManager } from './color-scheme.ts'
import { darkPages } from './dark-page.ts'
import { theme, variables } from './theme.ts'

export function ThemeProvider({ children }: { readonly children: ReactNode }) {
  const isDark = useStore(darkPages) > 0
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={variables}
      colorSchemeManager={colorSchemeManager}
      defaultColorScheme="light"
      {...(isDark && { forceColorScheme: 'dark' })}
    >
      {children}
    </MantineProvider>
  )
}
