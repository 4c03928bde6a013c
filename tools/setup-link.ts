import { buildPrograms, serverProgram } from './build/programs.ts'
import { runInForeground } from './child.ts'

const help = `npm run setup-link: prints a new link for the first set-up of an empty system.

The link that the server has printed before no longer works. The server may run meanwhile.
Settings are those of npm start.`

if (process.argv.includes('--help')) console.log(help)
else {
  await buildPrograms()
  runInForeground([{ args: [serverProgram, 'setup-link', ...process.argv.slice(2)] }])
}
