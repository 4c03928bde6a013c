import { config } from 'zod'
import { startLanguage } from './language.ts'

// Zod compiles schemas with `new Function` where it can, which the page's security policy forbids.
config({ jitless: true })

// The words and the program are fetched side by side.
const [{ startApp }] = await Promise.all([import('./app/app.tsx'), startLanguage()])
startApp()
