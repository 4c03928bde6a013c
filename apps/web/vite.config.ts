import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { Route } from '@talus/contract'
import { routes } from '@talus/contract/routes'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig } from 'vite'
import type { Plugin, UserConfig } from 'vite'
import { boot, createChunkGroups, findFirstModules } from './chunk-groups.ts'

const devSettings = {
  variant: 'local',
  basePath: '/',
  apiBase: '/api/',
  contactEmail: 'support@talus.example',
  contactPhone: '+1 514 555 0100',
  rightsNotice: null,
  launcherExitUrl: null,
  isDemo: true,
  needsSetUp: false,
}

/** Writes the settings into the page during development, when the server does not do it. */
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
 * Removes the attribute from dynamic imports of JSON files. Node needs it, but Vite's development
 * server sends such a file as a script, which the browser then refuses as "not JSON". Vite removes
 * the attribute of static imports itself, and a build has no import left.
 */
const jsonImportsForDevelopment: Plugin = {
  name: 'talus-json-imports',
  apply: 'serve',
  transform: (code, id) =>
    id.endsWith('/packages/i18n/src/load.ts')
      ? {
          code: code.replaceAll(/,\s*\{\s*with:\s*\{\s*type:\s*['"]json['"]\s*\}\s*\}/gu, ''),
          map: null,
        }
      : undefined,
}

/**
 * Replaces the table of routes with one without schemas. A page calls routes by method and path;
 * the schemas would add zod, a sixth of the first load. Forms import the schemas that they check.
 */
const routesWithoutSchemas: Plugin = {
  name: 'talus-routes',
  enforce: 'pre',
  resolveId: (id) => (id === '@talus/contract/routes' ? '\0talus-routes' : undefined),
  load: (id) =>
    id === '\0talus-routes'
      ? `export const routes = ${JSON.stringify(removeSchemas(routes))}`
      : undefined,
}

function removeSchemas(groups: Readonly<Record<string, Readonly<Record<string, Route>>>>) {
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
 * Adds a classic script that runs before the first paint, so that the colour scheme does not flash.
 * Vite bundles modules only, which run too late, and the page's security policy forbids inline
 * scripts.
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

const config: UserConfig = {
  // The base is relative, because one build is served below `/vue/` and below `/`.
  base: './',
  plugins: [
    react(),
    routesWithoutSchemas,
    settingsForDevelopment,
    jsonImportsForDevelopment,
    schemeBeforePaint,
  ],
  server: { proxy: { '/api': 'http://127.0.0.1:4280' } },
  build: {
    target: 'es2023',
    chunkSizeWarningLimit: 600,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: [boot] },
      },
    },
  },
}

export default defineConfig(async ({ command }) => {
  if (command !== 'build') return config
  const groups = createChunkGroups(await findFirstModules(config))
  return mergeConfig(config, {
    build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
  })
})
