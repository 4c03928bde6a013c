import { defineConfig } from 'i18next-cli'

// Only its `lint` is used: it finds untranslated text and calls that omit a placeholder.
export default defineConfig({
  locales: ['en', 'fr'],
  extract: {
    input: ['apps/web/src/**/*.{ts,tsx}'],
    ignore: ['**/*.test.*', '**/testing/**'],
    output: 'packages/i18n/locales/{{language}}/{{namespace}}.json',
  },
  lint: {
    acceptedTags: 'all',
    ignoredTags: ['style', 'code', 'kbd'],
    acceptedAttributes: [
      'alt',
      'aria-description',
      'aria-label',
      'aria-roledescription',
      'aria-valuetext',
      'description',
      'error',
      'heading',
      'label',
      'message',
      'placeholder',
      'title',
      'tooltip',
    ],
    checkConcatenation: 'error',
  },
})
