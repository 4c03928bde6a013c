import { buildPrograms, serverProgram } from './build/programs.ts'
import { runInForeground } from './child.ts'

const help = `npm run backup -- <target>: copies the data of the local variant while the server runs.

The target is an existing folder, such as a mounted NAS, or s3://bucket/prefix. Only what it lacks is
copied, and read again afterwards. BACKUP_PASSPHRASE encrypts a new target.
  --keep 30   the number of backups that stay
  --verify    makes no backup, but checks every stored object of the target
The exit code is 3 if the backup was made and files are missing from it.
Settings are those of npm start. docs/backup.md has more.`

if (process.argv.includes('--help')) console.log(help)
else {
  await buildPrograms()
  runInForeground([{ args: [serverProgram, 'backup', ...process.argv.slice(2)] }])
}
