import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Route } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const devSettings = {
  variant: 'local',
  basePath: '/',
  apiBase: '/api/',
  contactEmail: 'support@talus.example',
  contactPhone: '+1 514 555 0100',
  rightsNotice: null,
  launcherExitUrl: null,
  isDemo: true,
}

/** Without the server there is nobody to write the settings into the page. */
const settingsForDevelopment: Plugin = {
  name: 'talus-settings',
  apply: 'serve',
  transformIndexHtml: (html) =>
    html.replace(
      '<!--talus-settings-->',
      `<script type="application/json" id="talus-settings">${JSON.stringify(devSettings)}</script>`,
    ),
}

/**
 * A page calls routes by method and path; their schemas would bring zod along, a sixth of the first
 * load. The page is given the same table without them. Forms import the schemas they check.
 */
const routesWithoutSchemas: Plugin = {
  name: 'talus-routes',
  enforce: 'pre',
  resolveId: (id) => (id === '@talus/contract/routes' ? '\0talus-routes' : undefined),
  load: (id) =>
    id === '\0talus-routes'
      ? `export const routes = ${JSON.stringify(addressesOf(routes))}`
      : undefined,
}

function addressesOf(groups: Readonly<Record<string, Readonly<Record<string, Route>>>>) {
  const entries = Object.entries(groups).map(([group, members]) => [
    group,
    Object.fromEntries(
      Object.entries(members).map(([name, { method, path, needs }]) => [
        name,
        { method, path, needs },
      ]),
    ),
  ])
  return Object.fromEntries(entries) as unknown
}

const schemePath = 'src/boot/scheme.js'
const scheme = readFileSync(new URL(schemePath, import.meta.url), 'utf8')
const hash = createHash('sha256').update(scheme).digest('base64url').slice(0, 8)
const schemeAsset = `assets/scheme-${hash}.js`

/**
 * A classic script that runs before the first paint, so that the colour scheme does not flash. Vite
 * bundles modules only, which run too late, and the page's security policy forbids inline scripts.
 */
const schemeBeforePaint: Plugin = {
  name: 'talus-scheme',
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: schemeAsset, source: scheme })
  },
  transformIndexHtml: (_html, { server }) => [
    {
      tag: 'script',
      attrs: { src: server ? `/${schemePath}` : `./${schemeAsset}` },
      injectTo: 'head',
    },
  ],
}

/** Our own code, but not the words: each language and screen has its own file of those. */
const common = /[\\/](?:apps[\\/]web[\\/]src|packages[\\/](?!i18n)[a-z]+)[\\/]/u

export default defineConfig({
  // Relative, because one build is served below `/vue/` and below `/`.
  base: './',
  plugins: [react(), routesWithoutSchemas, settingsForDevelopment, schemeBeforePaint],
  server: { proxy: { '/api': 'http://127.0.0.1:4280' } },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        // Few files: a browser asks for six at a time, and left to itself the bundler makes a file of
        // each thing that two pages share, a hundred for the first page. What is shared by pages stands
        // in two files, of which that of the libraries changes rarely.
        codeSplitting: {
          groups: [
            { name: 'boot', tags: ['$initial'], priority: 3 },
            { name: 'libraries', test: /node_modules/u, minShareCount: 2, priority: 2 },
            { name: 'common', test: common, minShareCount: 2, priority: 1 },
          ],
        },
      },
    },
  },
})
