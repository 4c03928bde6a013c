import { preloadPage } from './app/page-loaders.ts'
import { startLanguage } from './language.ts'

// Zod compiles schemas with `new Function` by default, which the page's security policy forbids.
// Set without zod's `config`, because the first page does not load zod.
globalThis.__zod_globalConfig = { jitless: true }

// The application, its texts and the requested page are loaded in parallel. Not awaited here: the
// application imports from this file's chunk, so each would wait for the other.
const started = Promise.all([import('./app/app.tsx'), startLanguage()])
preloadPage(location.pathname)
void started.then(([{ startApp }]) => startApp())
