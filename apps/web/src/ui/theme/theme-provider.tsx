import './mantine-styles.ts'
import '@fontsource-variable/inter/wght.css'
import './tokens.css'
import { MantineProvider } from '@mantine/core'
import type { ReactNode } from 'react'
import { colorSchemeManager } from './color-scheme.ts'
import { theme, variables } from './theme.ts'

export const ThemeProvider = ({ children }: { readonly children: ReactNode }) => (
  <MantineProvider
    theme={theme}
    cssVariablesResolver={variables}
    colorSchemeManager={colorSchemeManager}
    defaultColorScheme="light"
  >
    {children}
  </MantineProvider>
)
