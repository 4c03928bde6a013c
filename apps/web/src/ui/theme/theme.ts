import { ActionIcon, Button, createTheme, Input, Loader } from '@mantine/core'
import type {
  AnchorProps,
  CSSVariablesResolver,
  MantineColorsTuple,
  ModalProps,
} from '@mantine/core'

/** The accent colour. 7 has a contrast of 5.5:1 on white, 3 has 9:1 on the dark surface. */
const teal: MantineColorsTuple = [
  '#e9f7f5',
  '#cfece8',
  '#9fd9d2',
  '#5fc8bd',
  '#34b3a7',
  '#1a9b90',
  '#0e857c',
  '#0b726b',
  '#0a5f59',
  '#084a46',
]
/** Cool slate, light to dark; Mantine uses the higher numbers in the dark scheme. */
const dark: MantineColorsTuple = [
  '#e4eaf0',
  '#c5ced8',
  '#9cabb8',
  '#72818f',
  '#303a45',
  '#222a33',
  '#1a2129',
  '#10151a',
  '#0b0e11',
  '#07090b',
]
const gray: MantineColorsTuple = [
  '#f6f8fa',
  '#eef1f5',
  '#dfe4ea',
  '#cbd3db',
  '#b0bac4',
  '#84919e',
  '#5b6977',
  '#43505d',
  '#2a3540',
  '#17212b',
]

const filled = {
  accent: {
    '--button-bg': 'var(--talus-accent)',
    '--button-hover': 'var(--talus-accent-hover)',
    '--button-color': 'var(--talus-on-accent)',
  },
  danger: {
    '--button-bg': 'var(--talus-danger)',
    '--button-hover': 'var(--talus-danger-hover)',
    '--button-color': '#ffffff',
  },
}

const belowField = {
  marginTop: 'var(--talus-space-1)',
  fontSize: 'var(--talus-font-size-sm)',
}

export const theme = createTheme({
  primaryColor: 'teal',
  primaryShade: { light: 7, dark: 3 },
  colors: { teal, dark, gray },
  black: '#17212b',
  fontFamily: '"Inter Variable", Inter, system-ui, sans-serif',
  fontFamilyMonospace: 'ui-monospace, SFMono-Regular, Menlo, Consolas, monospace',
  headings: { fontWeight: '600', textWrap: 'balance' },
  lineHeights: { xs: '1.35', sm: '1.45', md: '1.5', lg: '1.5', xl: '1.4' },
  defaultRadius: 'md',
  radius: {
    xs: 'var(--talus-radius-xs)',
    sm: 'var(--talus-radius-sm)',
    md: 'var(--talus-radius-md)',
    lg: 'var(--talus-radius-lg)',
    xl: 'var(--talus-radius-xl)',
  },
  spacing: {
    xs: 'var(--talus-space-2)',
    sm: 'var(--talus-space-3)',
    md: 'var(--talus-space-4)',
    lg: 'var(--talus-space-6)',
    xl: 'var(--talus-space-8)',
  },
  respectReducedMotion: true,
  cursorType: 'pointer',
  components: {
    // Mantine uses white text on both; on the light teal of the dark scheme its contrast is 2:1.
    Button: Button.extend({
      defaultProps: { fw: 550 },
      vars: (_theme, { variant = 'filled', color }) => ({
        root: variant === 'filled' ? filled[color === 'red' ? 'danger' : 'accent'] : {},
      }),
    }),
    // Without `Anchor.extend` and `Modal.extend`, which would be loaded with the first page.
    Anchor: { defaultProps: { underline: 'hover' } satisfies Partial<AnchorProps> },
    // The border of a disabled icon button would be more prominent than the enabled ones beside it.
    ActionIcon: ActionIcon.extend({
      styles: (_theme, { disabled }) =>
        disabled ? { root: { background: 'transparent', opacity: 0.5 } } : {},
    }),
    // The description of a field is below it, so that fields side by side are aligned.
    InputWrapper: Input.Wrapper.extend({
      defaultProps: { inputWrapperOrder: ['label', 'input', 'description', 'error'] },
      styles: {
        label: {
          marginBottom: 'var(--talus-space-1-5)',
          fontSize: 'var(--talus-font-size-md)',
          fontWeight: 'var(--talus-font-weight-label)',
        },
        description: belowField,
        error: belowField,
      },
    }),
    Loader: Loader.extend({ defaultProps: { type: 'oval', size: 'sm' } }),
    Modal: {
      defaultProps: {
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.45 },
        transitionProps: { transition: 'pop', duration: 140 },
      } satisfies Partial<ModalProps>,
    },
  },
})

/** Maps Mantine's variables to the tokens of tokens.css, so that a colour is defined once. */
export const resolveCssVariables: CSSVariablesResolver = () => {
  const roles = {
    '--mantine-color-body': 'var(--talus-canvas)',
    '--mantine-color-text': 'var(--talus-text)',
    '--mantine-color-dimmed': 'var(--talus-muted)',
    '--mantine-color-placeholder': 'var(--talus-muted)',
    '--mantine-color-default': 'var(--talus-surface)',
    '--mantine-color-default-hover': 'var(--talus-hover)',
    '--mantine-color-default-border': 'var(--talus-line-strong)',
    '--mantine-color-default-color': 'var(--talus-text)',
    '--mantine-color-anchor': 'var(--talus-accent-text)',
    '--mantine-color-error': 'var(--talus-red)',
    '--mantine-color-disabled': 'var(--talus-sunken)',
    '--mantine-color-disabled-color': 'var(--talus-muted)',
    '--mantine-color-disabled-border': 'var(--talus-line)',
  }
  return { variables: {}, light: roles, dark: roles }
}
