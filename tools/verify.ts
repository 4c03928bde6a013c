import { buildPrograms, serverProgram } from './build/programs.ts'
import { runInForeground } from './child.ts'

const help = `npm run verify: checks every image of the archive and its file.

Reports files that are missing, damaged or without a record; the server may run meanwhile. With
npm run verify -- --repair it repairs what can be repaired; stop the server before that. Settings
are those of npm start.`

if (process.argv.includes('--help')) console.log(help)
else {
  await buildPrograms()
  runInForeground([{ args: [serverProgram, 'verify', ...process.argv.slice(2)] }])
}
