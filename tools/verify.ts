import { buildPrograms, serverProgram } from './build/programs.ts'
import { become } from './child.ts'

const help = `npm run verify: looks at every image of the archive and its file.

Tells files that are missing, damaged or that nobody knows. With -- --repair it mends what can be
mended. The server must not be running on the same data folder. Settings are those of npm start.`

if (process.argv.includes('--help')) console.log(help)
else {
  await buildPrograms()
  become([{ args: [serverProgram, 'verify', ...process.argv.slice(2)] }])
}
