import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'
import type { Plugin } from 'vite'

const devSettings = {
  variant: 'local',
  basePath: '/',
  apiBase: '/api/',
  contactEmail: 'support@talus.example',
  contactPhone: '+1 514 555 0100',
  rightsNotice: 'All rights reserved',
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

export default defineConfig({
  // Relative, because one build is served below `/vue/` and below `/`.
  base: './',
  plugins: [react(), settingsForDevelopment],
  server: { proxy: { '/api': 'http://127.0.0.1:4280' } },
  build: { target: 'es2023', chunkSizeWarningLimit: 600 },
})
