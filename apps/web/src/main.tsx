import { config } from 'zod'
import { fetchPage } from './app/page-code.ts'
import { startLanguage } from './language.ts'

// Zod compiles schemas with `new Function` where it can, which the page's security policy forbids.
config({ jitless: true })

// The program, its words and the page that is asked for are fetched side by side. Not awaited here: the
// program imports what stands in this file's chunk, and each would wait for the other.
const started = Promise.all([import('./app/app.tsx'), startLanguage()])
fetchPage(location.pathname)
void started.then(([{ startApp }]) => startApp())
