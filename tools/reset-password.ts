import { buildPrograms, serverProgram } from './build/programs.ts'
import { runInForeground } from './child.ts'

const help = `npm run reset-password <username>: gives a user a new password and prints it once.

It signs the user out everywhere and is recorded in the audit trail; the server may run meanwhile.
npm run reset-password <username> -- --without-second-factor also removes the second factor, for a
user who has lost the telephone and the recovery codes. Settings are those of npm start.`

if (process.argv.includes('--help')) console.log(help)
else {
  await buildPrograms()
  runInForeground([{ args: [serverProgram, 'reset-password', ...process.argv.slice(2)] }])
}
