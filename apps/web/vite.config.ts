import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import react from '@vitejs/plugin-react'
import { defineConfig, mergeConfig } from 'vite'
import type { Plugin, UserConfig } from 'vite'
import { boot, createChunkGroups, findModulesByUse } from './chunk-groups.ts'
import { pureSchemas, routesWithoutSchemas } from './contract-for-build.ts'

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

/**
 * Names the files of the lazy parts in the page. It fetches them before it imports them, because a
 * browser never tries a failed import again.
 */
const lazyFiles: Plugin = {
  name: 'talus-lazy-files',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler: (_html, { bundle = {} }) => [
      {
        tag: 'meta',
        attrs: {
          name: 'talus-lazy-files',
          content: Object.keys(bundle)
            .filter((name) => /^assets\/(?:sign-in|next|next-libraries)-[\w-]{8}\./u.test(name))
            .join(' '),
        },
        injectTo: 'head',
      },
    ],
  },
}

const config: UserConfig = {
  // The base is relative, because one build is served below `/vue/` and below `/`.
  base: './',
  plugins: [
    react(),
    routesWithoutSchemas,
    pureSchemas,
    settingsForDevelopment,
    jsonImportsForDevelopment,
    schemeBeforePaint,
    lazyFiles,
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
  const groups = createChunkGroups(await findModulesByUse(config))
  return mergeConfig(config, {
    build: { rolldownOptions: { output: { codeSplitting: { groups } } } },
  })
})
