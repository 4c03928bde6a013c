import { buildPrograms, serverProgram } from './build/programs.ts'
import { runInForeground } from './child.ts'

const help = `npm run storage: compresses and moves old images now; the server does it every hour.

COMPRESS_AFTER_DAYS and SECOND_STORE say what happens to which images; docs/storage.md describes it.
The second store is checked first. It runs beside the server and may be interrupted at any moment.`

if (process.argv.includes('--help')) console.log(help)
else {
  await buildPrograms()
  runInForeground([{ args: [serverProgram, 'storage', ...process.argv.slice(2)] }])
}
