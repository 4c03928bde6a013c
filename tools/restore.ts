import { buildPrograms, serverProgram } from './build/programs.ts'
import { runInForeground } from './child.ts'

const help = `npm run restore -- <target>: lists the backups of a target.
npm run restore -- <target> --into <new folder>: restores the newest one into a new data folder.

  --backup <name>   restores another one
Every file is compared with its hash. Damaged ones are left out and listed; the exit code is then 3.
An interrupted restore continues when it is run again.
BACKUP_PASSPHRASE is the passphrase of an encrypted backup. docs/backup.md has more.`

if (process.argv.includes('--help')) console.log(help)
else {
  await buildPrograms()
  runInForeground([{ args: [serverProgram, 'restore', ...process.argv.slice(2)] }])
}
